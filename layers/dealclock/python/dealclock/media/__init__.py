"""Layouts of a chart or a document: SVG and PNG, PDF and Word."""
