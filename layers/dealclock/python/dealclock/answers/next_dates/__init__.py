"""`/deal next`: the dates ahead of one deal, or of all the deals of the person who asks."""
