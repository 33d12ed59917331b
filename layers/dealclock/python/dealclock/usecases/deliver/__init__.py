"""What goes out: a delivery claimed, rendered and sent; what became of it; what replaces it."""
