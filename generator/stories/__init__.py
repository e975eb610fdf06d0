"""What the program does, one line a stage: build, check, list, score, fill, calibrate."""
