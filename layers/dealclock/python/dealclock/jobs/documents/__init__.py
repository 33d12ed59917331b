"""Files made for people from what is stored: drafts, proof packs, pictures and exports."""
