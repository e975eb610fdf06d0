"""What the program costs, as ratios from one run: `python -m benchmarks`, or `make bench`."""
