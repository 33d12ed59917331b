"""Layouts of a chart or a document: terminal, SVG and PNG, PDF and Word."""
