"""What the rulebook of NEVER OVER tells: facts, a game that is played through, tables."""
