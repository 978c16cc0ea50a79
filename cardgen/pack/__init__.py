"""Packs: from YAML to a frozen model, and the selection of cards by terms."""
