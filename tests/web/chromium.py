"""A real Chromium, driven by the DevTools protocol through a pipe.

The pipe (--remote-debugging-pipe) takes messages that end with a zero byte, so
that Python's own library is enough: no WebSocket, no driver, no package.
"""

import base64
import json
import os
import selectors
import shutil
import subprocess
import tempfile
import time


class Failure(Exception):
    pass


class Chromium:
    def __init__(self):
        program = os.environ.get("CHROMIUM") or next(
            filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        if not program:
            raise Failure("chromium is needed: apt-get install chromium")
        self.profile = tempfile.mkdtemp(prefix="wsp-web-")
        to_child, to_parent = os.pipe(), os.pipe()
        def hand_over():
            os.dup2(to_child[0], 3)
            os.dup2(to_parent[1], 4)
        # The child finds its ends at 3 and 4: ours must not be in the way.
        ends = [os.dup(fd) if fd < 5 else fd for fd in (to_child[0], to_parent[1])]
        to_child, to_parent = (ends[0], to_child[1]), (to_parent[0], ends[1])
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
             "--user-data-dir=" + self.profile, "about:blank"],
            preexec_fn=hand_over, pass_fds=(3, 4), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_child[0])
        os.close(to_parent[1])
        self.out, self.into = to_child[1], to_parent[0]
        self.buffer, self.number, self.session = b"", 0, None
        self.complaints, self.requests = [], []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def read(self, limit):
        """The next message; None if there is none within the limit."""
        end = time.monotonic() + limit
        with selectors.DefaultSelector() as selector:
            selector.register(self.into, selectors.EVENT_READ)
            while b"\0" not in self.buffer:
                if not selector.select(max(0, end - time.monotonic())):
                    return None
                got = os.read(self.into, 1 << 20)
                if not got:
                    raise Failure("chromium has ended")
                self.buffer += got
        message, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(message)
        method, params = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.complaints.append(params["entry"]["text"] + " " + params["entry"].get("url", ""))
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        return message

    def call(self, method, **params):
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.out, data):]
        while True:
            answer = self.read(120)
            if answer is None:
                raise Failure("no answer to " + method)
            if answer.get("id") == number:
                if "error" in answer:
                    raise Failure(method + ": " + answer["error"]["message"])
                return answer["result"]

    def js(self, expression):
        """The value of an expression; a promise is awaited."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise Failure(details.get("exception", {}).get("description") or details["text"])
        return result["result"].get("value")

    def wait(self, condition, limit=60):
        """Wait until an expression is true."""
        end = time.monotonic() + limit
        while True:
            value = self.js("!!(%s)" % condition)
            if value:
                return
            if time.monotonic() > end:
                raise Failure("never true: " + condition)
            self.read(0.03)

    def size(self, width, height, is_phone=False):
        self.window = width, height, is_phone
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=2 if is_phone else 1, mobile=is_phone)
        self.call("Emulation.setTouchEmulationEnabled", enabled=is_phone)

    def scheme(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, url):
        self.call("Page.navigate", url=url)

    def point(self, selector):
        """The middle of an element, scrolled into view."""
        place = self.js("""(() => { const e = document.querySelector(%s); if (!e) return null;
            e.scrollIntoView({ block: "center", inline: "center" }); const r = e.getBoundingClientRect();
            return [r.left + r.width / 2, r.top + r.height / 2]; })()""" % json.dumps(selector))
        if not place:
            raise Failure("there is no " + selector)
        return {"x": place[0], "y": place[1]}

    def hover(self, selector):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", **self.point(selector))

    def click(self, selector):
        at = self.point(selector)
        self.call("Input.dispatchMouseEvent", type="mouseMoved", **at)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **at)

    def key(self, key, code=None, modifiers=0, number=0):
        text = {"Enter": "\r"}.get(key, key if len(key) == 1 and not modifiers else "")
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, modifiers=modifiers,
                      windowsVirtualKeyCode=number, **({"text": text} if text and kind == "keyDown" else {}))

    def type(self, text):
        for letter in text:
            self.call("Input.insertText", text=letter)

    def screenshot(self, path, is_whole=True):
        """What the window shows, or with a window as high as the page."""
        width, height, is_phone = self.window
        if is_whole:
            self.size(width, max(height, self.js("document.documentElement.scrollHeight")), is_phone)
        data = self.call("Page.captureScreenshot", format="png")["data"]
        self.size(width, height, is_phone)
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
            self.process.wait(20)
        except (Failure, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
