"""The SVG compiler: SVG text to drawing operators. Its one door is `draw.compile_svg`."""
