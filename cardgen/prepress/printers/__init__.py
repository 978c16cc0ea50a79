"""Manufacturers of cards: their requirements as presets, and what to order from them."""
