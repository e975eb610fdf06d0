"""Filled sheets: answers, lines and rules, report."""
