"""The game and the pack that docs/own-games.md shows, for tests."""

from __future__ import annotations

import re
from pathlib import Path

from cardgen.gaming.games.rules_file import RulesFile

_TEXT = (Path(__file__).parent.parent / "docs" / "own-games.md").read_text(encoding="utf-8")
#: The blocks of the page: the pack, and the files of rules by name.
PACK = re.findall(r"^```yaml\n(.*?)^```", _TEXT, re.MULTILINE | re.DOTALL)[0]
FILES: dict[str, str] = {
    name: text
    for text, name in re.findall(r"^```python\n(# (\w+\.py)\n.*?)^```", _TEXT, re.MULTILINE | re.DOTALL)
}
#: Its ranks in place of its cards, as a game sees them.
TIDE = RulesFile("tide.py", FILES["tide.py"])
