"""Bitmap files: what PNG and JPEG files say of themselves, checked to their last byte, without their pixels."""
