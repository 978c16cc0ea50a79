"""Drives Firefox by Marionette, its own protocol: JSON over TCP, for tests of the page in another browser."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

#: The name of the program, in the order of preference.
PROGRAMS = ("firefox-esr", "firefox")
#: Seconds after which a state that does not come fails the test, and between looks for it.
_PATIENCE, _PAUSE = 60.0, 0.05
_ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
#: The code points of keys that are no characters.
KEYS = {"ArrowRight": "\ue014", "Control": "\ue009", "Enter": "\ue007", "Escape": "\ue00c"}


def program() -> str | None:
    """Return the Firefox that is installed; None without one."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


class Firefox:
    """A Firefox without a window, with a profile of its own."""

    def __init__(self, home: Path) -> None:
        """Start it. home: an empty folder for its profile and whatever else it writes."""
        profile = home / "profile"
        profile.mkdir()
        # It picks a free port, and writes it into its profile. Nothing of it calls home.
        preferences = {"marionette.port": 0, "network.captive-portal-service.enabled": False}
        lines = (f"user_pref({json.dumps(key)}, {json.dumps(value)});" for key, value in preferences.items())
        (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
        command = [program() or "", "--headless", "--marionette", "--remote-allow-system-access"]
        self._process = subprocess.Popen(
            [*command, "--no-remote", "--profile", str(profile)],
            env={**os.environ, "HOME": str(home), "MOZ_CRASHREPORTER_DISABLE": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._count = 0
        try:
            port = int(self.until(lambda: _text_of(profile / "MarionetteActivePort")))
            self._socket = socket.create_connection(("127.0.0.1", port), timeout=_PATIENCE)
            self._receive()
            self.do("NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": False}})
        except BaseException:
            self._process.kill()
            self._process.wait()
            raise

    def close(self) -> None:
        """End it."""
        self._socket.close()
        self._process.terminate()
        try:
            self._process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def do(self, command: str, **values: Any) -> Any:
        """Do a command of WebDriver, and return its value."""
        return self._ask(f"WebDriver:{command}", values)

    def _ask(self, command: str, values: dict[str, Any]) -> Any:
        self._count += 1
        data = json.dumps([0, self._count, command, values]).encode()
        self._socket.sendall(b"%d:%s" % (len(data), data))
        _, _, error, result = self._receive()
        assert error is None, f"{command}: {error}"
        return result.get("value") if isinstance(result, dict) else result

    def _receive(self) -> Any:
        """Return the next message: its length, a colon, and JSON."""
        length = b""
        while not length.endswith(b":"):
            length += self._bytes(1)
        return json.loads(self._bytes(int(length[:-1])))

    def _bytes(self, count: int) -> bytes:
        found = b""
        while len(found) < count:
            part = self._socket.recv(count - len(found))
            assert part, "Firefox has ended"
            found += part
        return found

    def until(self, call: Any) -> Any:
        """Return the first value of a function that is true."""
        end = time.monotonic() + _PATIENCE
        while not (found := call()):
            assert time.monotonic() < end, "what the test waits for does not come"
            assert self._process.poll() is None, "Firefox has ended"
            time.sleep(_PAUSE)
        return found

    def evaluate(self, script: str, *values: Any) -> Any:
        """Return what a script returns, the body of a function with `arguments`."""
        return self.do("ExecuteScript", script=script, args=list(values))

    def wait_for(self, condition: str, *values: Any) -> Any:
        """Return the first value of an expression that is true in the page."""
        return self.until(lambda: self.evaluate(f"return {condition}", *values))

    def click(self, selector: str) -> None:
        """Click an element as soon as the page has it."""
        found = self.wait_for("document.querySelector(arguments[0])", selector)
        self.do("ElementClick", id=found[_ELEMENT])

    def press(self, *keys: str) -> None:
        """Press keys; all but the last one are held."""
        codes = [KEYS.get(key, key) for key in keys]
        actions = [
            {"type": kind, "value": code}
            for kind, some in (("keyDown", codes), ("keyUp", codes[::-1]))
            for code in some
        ]
        self.do("PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def type(self, text: str) -> None:
        """Press the keys of a text, one after the other."""
        for letter in text:
            self.press(letter)

    def drag(self, start: tuple[float, float], by: tuple[float, float]) -> None:
        """Drag from a place in the window, in CSS pixels, with the mouse."""
        (x, y), (across, along) = start, by
        places = [(x + across * part / 4, y + along * part / 4) for part in range(5)]
        moves = [
            {"type": "pointerMove", "x": round(a), "y": round(b), "duration": 20, "origin": "viewport"}
            for a, b in places
        ]
        down, up = ({"type": f"pointer{end}", "button": 0} for end in ("Down", "Up"))
        actions = [moves[0], down, *moves[1:], up]
        self.do("PerformActions", actions=[{"type": "pointer", "id": "mouse", "actions": actions}])

    def errors(self, address: str) -> list[str]:
        """Return the errors and warnings in the console that concern an address."""
        self._ask("Marionette:SetContext", {"value": "chrome"})
        try:
            script = """
            return Services.console.getMessageArray().filter((each) => each instanceof Ci.nsIScriptError
              && `${each.sourceName} ${each.errorMessage}`.includes(arguments[0])).map(String);
            """
            found: list[str] = self.evaluate(script, address)
        finally:
            self._ask("Marionette:SetContext", {"value": "content"})
        return found


def _text_of(file: Path) -> str:
    """Return the text of a file; "" if there is none yet."""
    try:
        return file.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""
