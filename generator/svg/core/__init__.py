"""What is drawn, and what a document shares: files, paths, fonts, images, forms."""
