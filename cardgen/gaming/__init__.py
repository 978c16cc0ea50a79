"""Games and their players; the lab that measures how they play."""
