"""The SVG compiler: SVG text to drawing operators. Its one door is `compile.compile_svg`."""
