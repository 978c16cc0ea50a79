"""NEVER OVER in the lab: its facts and measures, and the engines that play it, which agree move for move."""
