"""Where pieces, cuts and marks lie on paper: numbers in, numbers out; millimetres, y downwards."""
