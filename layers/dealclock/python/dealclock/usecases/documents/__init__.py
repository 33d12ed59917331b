"""What is made to be handed out: drafts, pictures, proof packs, exports; and a deal's files."""
