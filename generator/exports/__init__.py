"""Files for other programs and makers: pictures, tables of simulators, files for cutting machines."""
