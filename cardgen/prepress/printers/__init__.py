"""Manufacturers of cards: what each wants, the presets that say so, and what to order."""
