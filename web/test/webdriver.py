"""A headless Chromium, controlled by WebDriver (Debian's chromium-driver); it needs only the standard library."""

import base64
import json
import subprocess
import time
import urllib.error
import urllib.request
from typing import Any


class Browser:
    def __init__(self, width: int = 1280, height: int = 1000) -> None:
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        assert self.driver.stdout
        for line in self.driver.stdout:
            if "successfully on port" in line:
                self.root = "http://127.0.0.1:" + line.rstrip(".\n").split()[-1]
                break
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--force-device-scale-factor=1",
                            f"--window-size={width},{height}"]}
        capabilities = {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options,
                                        "goog:loggingPrefs": {"browser": "ALL"}}}
        session = self._call("POST", "/session", {"capabilities": capabilities})
        self.root += f"/session/{session['sessionId']}"

    def _call(self, method: str, path: str, body: Any = None) -> Any:
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.root + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()[:500]}") from error

    def open(self, url: str) -> None:
        self._call("POST", "/url", {"url": "about:blank"})
        self._call("POST", "/url", {"url": url})
        for _ in range(200):
            if self.run("return window.page !== undefined"):
                return
            time.sleep(0.05)
        raise RuntimeError(f"{url} does not get ready: {self.messages()}")

    def run(self, script: str, *arguments: Any) -> Any:
        return self._call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def cdp(self, command: str, **parameters: Any) -> Any:
        """A command of Chromium's own protocol."""
        return self._call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def messages(self) -> list[str]:
        """The console messages of the page since the last call."""
        return [entry["message"] for entry in self._call("POST", "/se/log", {"type": "browser"})]

    def drag(self, start: tuple[float, float], stop: tuple[float, float], by: str = "mouse") -> None:
        """`by`: mouse or touch."""
        def move(x: float, y: float) -> dict[str, Any]:
            return {"type": "pointerMove", "duration": 20, "x": round(x), "y": round(y), "origin": "viewport"}
        middle = ((start[0] + stop[0]) / 2, (start[1] + stop[1]) / 2)
        actions = [move(*start), {"type": "pointerDown", "button": 0}, move(*middle), move(*stop),
                   {"type": "pointerUp", "button": 0}]
        self._call("POST", "/actions", {"actions": [
            {"type": "pointer", "id": by, "parameters": {"pointerType": by}, "actions": actions}]})

    def keys(self, text: str) -> None:
        actions = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        self._call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def screenshot(self, path: str) -> None:
        with open(path, "wb") as file:
            file.write(base64.b64decode(self._call("GET", "/screenshot")))

    def close(self) -> None:
        try:
            self._call("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
