"""Packs: from YAML to a frozen model, and the cards that terms select."""
