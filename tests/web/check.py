"""Stories of the web page in a real Chromium, held against the native program.

    WSP=build/wsp python3 check.py PAGE SHOTS

Each story does what a user does, with mouse and keys, and compares what the
page shows with what `wsp serve` answers.  Screenshots go to SHOTS, with
figures.json: weight, times, latency.
"""

import functools
import glob
import gzip
import http.server
import json
import os
import subprocess
import sys
import threading

from chromium import Chromium, Failure

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
STAR = """kernel star25(src, dst: double[640, 512, 512]) {
    dst[0,0,0] = sum(src[o] for o in star(3, 4)) / 25
}
"""
HEAT = """kernel heat(src, dst: double[15000, 15000]) {
    dst[0,0] = (src[1,0] + src[-1,0] + src[0,1] + src[0,-1]) / 4
}
"""


class Native:
    """The program, through the same requests as the page's."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, cwd=os.path.join(TOP, "examples"))

    def value(self, program, format="json", member="value"):
        request = {"id": 1, "method": "eval", "params": {"program": program, "format": format}}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        while True:
            answer = json.loads(self.process.stdout.readline())
            if "method" not in answer:
                return answer["result"][member]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map,
                      ".js": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, *args):
        pass


def serve(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return "http://127.0.0.1:%d/" % server.server_port


def member(record, path):
    for name in path.split("."):
        record = record[name]
    return record


class Stories:
    def __init__(self, page, shots):
        self.page, self.shots = page, shots
        self.url = serve(page)
        self.native = Native(os.path.abspath(os.environ["WSP"]))
        self.browser = Chromium()
        self.figures = {}
        self.worst = 0.0

    # ---- what stories are made of

    def is_(self, what, got, wanted):
        if got != wanted:
            raise Failure("%s: %r, not %r" % (what, got, wanted))

    def same(self, what, got, wanted):
        """Figures of both programs agree to 12 digits."""
        got, wanted = float(got), float(wanted)
        off = abs(got - wanted) / max(abs(wanted), 1e-300) if got != wanted else 0.0
        if abs(wanted) > 1e-9:
            self.worst = max(self.worst, off)
        if off > 1e-12 and abs(got - wanted) > 1e-9:
            raise Failure("%s: %r in the page, %r in the program" % (what, got, wanted))

    def open(self, query="", fragment="", width=1440, height=900, is_phone=False, scheme="light"):
        b = self.browser
        b.size(width, height, is_phone)
        b.scheme(scheme)
        b.open("about:blank")
        b.open(self.url + query + fragment)
        b.wait("window.wspReady")

    def answers(self, action):
        """Do something, and wait for the answer that follows from it."""
        b = self.browser
        before = b.js("window.wspAnswers")
        action()
        b.wait("window.wspAnswers > %d && !window.wspIsAsking" % before)

    def set_code(self, code):
        def put():
            self.browser.js("""(() => { const a = document.getElementById("code"); a.value = %s;
                a.dispatchEvent(new Event("input")); })()""" % json.dumps(code))
        self.answers(put)

    def figures_match(self, report, scope="#answer"):
        """Every figure that the page shows is that of the program."""
        shown = self.browser.js("""[...document.querySelectorAll(%s + " .figure[data-path]")]
            .map(e => [e.dataset.path, e.dataset.value])""" % json.dumps(scope))
        if len(shown) < 10:
            raise Failure("only %d figures are shown" % len(shown))
        for path, value in shown:
            self.same(path, value, member(report, path))

    def shot(self, name, is_whole=True):
        self.browser.screenshot(os.path.join(self.shots, name + ".png"), is_whole)

    def tab(self, name):
        self.browser.click("#tab-" + name)

    # ---- stories

    def says(self, program):
        """The sentences below the time are those of the program."""
        text = self.native.value(program, "text").split("\n  time ")[1].split("\n")[1:]
        self.is_("verdict", self.browser.js("[...document.querySelectorAll('.verdict li')].map(e => e.textContent)"),
                 [line.strip() for line in text if line.strip()])

    def story_first_answer(self):
        """A visitor opens the page and sees an answer."""
        # The browser has started, and its network as well.
        self.browser.js("fetch(%s, { mode: 'no-cors' }).then(() => 0)" % json.dumps(self.url + "icon.svg"))
        self.open()
        self.figures["first answer, ms"] = round(self.browser.js("window.wspFirstAnswer"))
        self.figures_match(self.native.value(STAR + "estimate star25 on a100 with block = (256, 1, 4);"))
        self.says(STAR + "(estimate star25 on a100 with block = (256, 1, 4))")
        self.shot("report-light")
        # A second visit finds the files in the cache of the browser.
        self.open()
        self.figures["first answer of a second visit, ms"] = round(self.browser.js("window.wspFirstAnswer"))

    def story_type(self):
        """Somebody types a kernel, with a slip, and mends it."""
        b = self.browser
        self.open()
        b.js("(() => { const a = document.getElementById('code'); a.focus(); a.select(); })()")
        self.answers(lambda: b.type("dst[0,0] = (src[1,0] + srx[-1,0]) / 2 + nonsense"))
        b.wait("document.querySelector('.paint .bad-error')")
        self.is_("underlined", b.js("document.querySelector('.paint .bad-error').textContent"), "nonsense")
        self.is_("problem", "nonsense" in b.js("document.getElementById('problems').textContent"), True)
        self.shot("error")
        def mend():
            for _ in " + nonsense":
                b.key("Backspace", number=8)
        self.answers(mend)
        b.wait("!document.querySelector('.paint .bad-error')")
        self.figures_match(self.native.value("dst[0,0] = (src[1,0] + srx[-1,0]) / 2\nestimate dst on a100 with block = (256, 1);"))
        latencies = []
        for letter in "0123456789":
            self.answers(lambda: b.type(letter))
            latencies.append(b.js("window.wspLatency"))
        self.figures["answer while typing, ms (median of 10)"] = round(sorted(latencies)[5], 1)

    def story_complete(self):
        """Completion by keys: a question, a device."""
        b = self.browser
        self.open()
        b.js("(() => { const a = document.getElementById('code'); a.focus(); a.setSelectionRange(a.value.length, a.value.length); })()")
        b.call("Input.insertText", text="estim")
        b.wait("!document.getElementById('words').hidden")
        self.shot("completion", False)
        b.key("Enter", number=13)
        b.wait("document.getElementById('code').value.endsWith('estimate')")
        b.call("Input.insertText", text=" star25 on mi3")
        b.wait("!document.getElementById('words').hidden && document.getElementById('words').textContent.includes('mi300x')")
        b.key("Escape", number=27)
        self.is_("closed", b.js("document.getElementById('words').hidden"), True)
        b.js("(a => a.setSelectionRange(a.value.indexOf('sum(') + 2, a.value.indexOf('sum(') + 2))(document.getElementById('code'))")
        wanted = self.native.value("help sum", "none", "text").strip().split("\n")[:4]
        b.wait("document.getElementById('word-help').textContent === %s" % json.dumps("\n".join(wanted)))
        self.shot("help", False)

    def story_what_if(self):
        """A device, and what if its L2 were twice as large?"""
        b = self.browser
        self.open()
        self.answers(lambda: b.js("""(() => { const d = document.getElementById("device"); d.value = "v100";
            d.dispatchEvent(new Event("change")); })()"""))
        self.figures_match(self.native.value(STAR + "estimate star25 on v100 with block = (256, 1, 4);"))
        b.js("document.querySelector('#sliders input[data-path=\"l2.size\"]').focus()")
        for _ in range(12):
            self.answers(lambda: b.key("ArrowRight", number=39))
        self.is_("slider", b.js("document.querySelector('#sliders output[data-path=\"l2.size\"]').textContent"), "12 MiB (2×)")
        b.wait("document.getElementById('question').textContent.includes('l2.size')")
        self.figures_match(self.native.value(STAR + "estimate star25 on (v100 with { l2.size = 12 MiB }) with block = (256, 1, 4);"))
        self.shot("what-if")
        self.answers(lambda: b.click("#reset-device"))
        self.figures_match(self.native.value(STAR + "estimate star25 on v100 with block = (256, 1, 4);"))

    def story_launch(self):
        """Block and fold by click and by key."""
        b = self.browser
        self.open()
        for name, value in (("block0", 64), ("block1", 4), ("block2", 2)):
            self.answers(lambda: b.click("input[name=%s][value='%d'] + span" % (name, value)))
        self.figures_match(self.native.value(STAR + "estimate star25 on a100 with block = (64, 4, 2);"))
        self.answers(lambda: b.click("input[name=fold2][value='2'] + span"))
        report = STAR + "estimate star25 on a100 with block = (64, 4, 2), fold = (1, 1, 2);"
        self.figures_match(self.native.value(report))
        def domain(text):
            b.js("""(() => { const e = document.getElementById("domain"); e.value = %s;
                e.dispatchEvent(new Event("change")); })()""" % json.dumps(text))
        self.answers(lambda: domain("320x256 x 128"))
        self.figures_match(self.native.value(report.replace(");", "), domain = (320, 256, 128);")))
        self.answers(lambda: domain("1e3 cells"))
        self.is_("told", "is not one to three numbers" in b.js("document.getElementById('toast').textContent"), True)
        self.figures_match(self.native.value(report))
        b.js("document.querySelector('input[name=block0]:checked').focus()")
        self.answers(lambda: b.key("ArrowRight", number=39))
        self.figures_match(self.native.value(report.replace("(64, 4", "(128, 4")))

    def story_explain(self):
        """Where does a figure come from?"""
        b = self.browser
        self.open()
        b.click(".hierarchy [data-path='dram.load']")
        b.wait("!document.getElementById('explain').hidden")
        self.is_("title", b.js("document.querySelector('#explain h2').textContent"), "dram.load")
        lines = self.native.value(STAR + "web_a = estimate star25 on a100 with block = (256, 1, 4)\nexplain web_a", "none", "text").split("\n")
        at = next(i for i, line in enumerate(lines) if line.startswith("# dram.load, "))
        formula = next(line for line in lines[at:] if line.startswith("c * touched"))
        self.is_("formula", b.js("document.querySelector('#explain .formula').textContent"), formula.split("    #")[0])
        self.is_("result", b.js("document.querySelector('#explain .result').textContent"), formula.split("    # ")[1])
        self.shot("explain", False)
        b.key("Escape", number=27)
        b.wait("document.getElementById('explain').hidden")
        self.is_("focus", b.js("document.activeElement.dataset.path"), "dram.load")
        paths = b.js("[...new Set([...document.querySelectorAll('#answer .figure[data-path]')].map(e => e.dataset.path))]")
        self.is_("figures without a derivation", [p for p in paths
            if not any(line.startswith("# %s, equation" % p) for line in lines) and not p.startswith(("occupancy.", "registers"))], [])
        for path, said in (("registers", "a compiler may take 28 to 32"), ("occupancy.warps_per_sm", "2 blocks of 256 × 1 × 4 threads")):
            b.click("#panel [data-path='%s']" % path)
            b.wait("document.querySelector('#explain:not([hidden]) h2')?.textContent === '%s'" % path)
            self.is_("said of " + path, said in b.js("document.querySelector('#explain > p').textContent"), True)
            b.key("Escape", number=27)
        b.click(".interval [data-path='time_high']")
        b.wait("!document.getElementById('explain').hidden")
        self.is_("title", b.js("document.querySelector('#explain h2').textContent"), "time_high")

    def story_rank(self):
        """All shapes of a block as a heat map; hover, click, keys."""
        b = self.browser
        self.open()
        self.tab("rank")
        b.wait("document.querySelector('.heat .cell')")
        self.figures["rank of all shapes, ms"] = round(b.js("window.wspRank"))
        rows = self.native.value(STAR + "rank star25 on a100 over block in blocks(max = 1024, dims = 3);")
        best = {}
        for row in rows:
            best.setdefault((row["block"][0], row["block"][1]), row)
        cells = b.js("[...document.querySelectorAll('.heat .cell')].map(c => [c.dataset.block, c.dataset.value])")
        self.is_("cells", len(cells), len(best))
        for block, value in cells:
            x, y, _ = map(int, block.split(","))
            self.same("rank " + block, value, best[x, y]["performance"])
        b.hover(".heat .cell[data-block^='64,4']")
        b.wait("!document.getElementById('tip').hidden")
        self.is_("tip", "64 × 4" in b.js("document.getElementById('tip').textContent"), True)
        self.shot("rank-light", False)
        self.answers(lambda: b.click(".heat .cell[data-block^='64,4']"))
        block = b.js("document.querySelector('.heat .cell.here').dataset.block")
        self.same("time", b.js("document.querySelector('#headline [data-path=time]').dataset.value"),
                  self.native.value(STAR + "(estimate star25 on a100 with block = (%s)).time;" % block)["value"])
        b.js("document.querySelector('.heat .cell.here').focus()")
        b.key("ArrowRight", number=39)
        self.answers(lambda: b.key("Enter", number=13))
        self.is_("key", b.js("document.querySelector('.heat .cell.here').dataset.block").startswith("128,4"), True)

    def story_roofline(self):
        """The roofline is the program's own picture."""
        b = self.browser
        self.open()
        self.tab("roofline")
        b.wait("document.querySelector('.own-picture')")
        shown = b.js("[...document.querySelector('.own-picture').shadowRoot.querySelectorAll('text')].map(t => t.textContent)")
        svg = self.native.value(STAR + "web_a = estimate star25 on a100 with block = (256, 1, 4)\n(roofline web_a);", "svg")
        for text in shown:
            if text and text.replace("&", "&amp;").replace("<", "&lt;") not in svg:
                raise Failure("the program's picture lacks " + text)
        self.is_("texts", len(shown) > 10, True)
        self.shot("roofline-light")

    def story_compare(self):
        """Two devices side by side."""
        b = self.browser
        self.open()
        self.tab("compare")
        b.wait("document.querySelector('.two-up')")
        b.js("""(() => { const d = document.getElementById("other-device"); d.value = "gh200";
            d.dispatchEvent(new Event("change")); })()""")
        b.wait("document.querySelector('.two-up figure:nth-child(2) figcaption').textContent.includes('gh200')")
        other = self.native.value(STAR + "estimate star25 on gh200 with block = (256, 1, 4);")
        def figures():
            return b.js("[...document.querySelectorAll('[data-other]')].map(e => [e.dataset.other, e.dataset.value])")
        def verdict(a, b):
            return self.native.value(STAR + "(compare(%s, %s))" % (a, b), "text").strip().split("\n")[-1] \
                .replace("r1", "A").replace("r2", "B")
        for path, value in figures():
            self.same(path, value, member(other, path))
        page, there = ("(estimate star25 on %s with block = (256, 1, 4))" % d for d in ("a100", "gh200"))
        self.is_("verdict", b.js("document.querySelector('.compare .verdict-line').textContent"), verdict(page, there))
        self.shot("compare-light")
        # A figure of the other launch is explained by the other launch.
        b.click(".compare .number [data-other='limits.dram'] .figure")
        b.wait("!document.getElementById('explain').hidden")
        self.is_("derivation", b.js("document.querySelector('#explain .result').textContent"),
                 self.native.value(STAR + "web_b = %s\nexplain web_b" % there, "none", "text")
                 .split("\n# limits.dram, ")[1].split("\n# ")[0].rstrip().split("    # ")[-1])
        b.key("Escape", number=27)
        # Two launches on one device.
        b.click("#pin")
        b.wait("document.querySelector('.two-up figure:nth-child(2) figcaption').textContent.includes('a100')")
        b.js("""(() => { const e = document.getElementById("other-block"); e.value = "16, 2, 32";
            e.dispatchEvent(new Event("change")); })()""")
        b.wait("document.querySelector('.two-up figure:nth-child(2) figcaption').textContent.includes('16 × 2 × 32')")
        launch = "(estimate star25 on a100 with block = (16, 2, 32))"
        other = self.native.value(STAR + launch)
        for path, value in figures():
            self.same(path, value, member(other, path))
        self.is_("verdict", b.js("document.querySelector('.compare .verdict-line').textContent"), verdict(page, launch))
        self.shot("compare-launches")

    def story_gallery(self):
        """An example from the gallery, and all that its program prints."""
        b = self.browser
        self.open()
        b.click("#open-gallery")
        b.wait("document.querySelector('#gallery[open] .example')")
        self.shot("gallery", False)
        self.answers(lambda: b.click(".example[data-name='lbm.wsp']"))
        self.tab("output")
        b.wait("document.querySelector('.output pre')")
        with open(os.path.join(TOP, "examples", "lbm.wsp")) as file:
            wanted = self.native.value(file.read(), "none", "text")
        self.is_("output", b.js("document.querySelector('.output pre').textContent").strip(), wanted.strip())
        self.shot("program")
        self.set_code(STAR + 'plot(estimate star25 on a100 with block = (256, 1, 2), "report.svg")\n')
        b.wait("document.querySelector('.output .own-picture')")
        self.is_("picture", b.js("document.querySelector('.output figcaption').textContent"), "report.svg")
        self.shot("program-picture")

    def story_all_examples(self):
        """Every example of the gallery answers."""
        b = self.browser
        self.open()
        b.click("#open-gallery")
        names = b.js("[...document.querySelectorAll('.example')].map(e => e.dataset.name)")
        self.is_("examples", len(names), len(glob.glob(os.path.join(TOP, "examples", "*.wsp"))) - 1)
        b.js("document.getElementById('gallery').close()")
        for name in names:
            b.click("#open-gallery")
            b.wait("document.querySelector('#gallery[open] .example')")
            self.answers(lambda: b.click(".example[data-name='%s']" % name))
            wrong = b.js("document.querySelector('#headline .error, .problem.error')?.textContent")
            self.is_(name, wrong, None)

    def story_all_devices(self):
        """Every device of the list, and every model."""
        b = self.browser
        self.open()
        ids = b.js("[...document.getElementById('device').options].map(o => o.value)")
        known = self.native.value("show devices", "none", "text")
        self.is_("devices", len(ids), len([line for line in known.split("\n") if line.startswith("  ")]))
        def choose(list_, value):
            self.answers(lambda: b.js("""(() => { const d = document.getElementById("%s"); d.value = "%s";
                d.dispatchEvent(new Event("change")); })()""" % (list_, value)))
        for device in ids:
            if device != b.js("document.getElementById('device').value"):
                choose("device", device)
            self.figures_match(self.native.value(STAR + "estimate star25 on %s with block = (256, 1, 4);" % device))
            self.says(STAR + "(estimate star25 on %s with block = (256, 1, 4))" % device)
            if device == "mi300x":
                self.shot("l3")
        for model in ("warpspeed2025", "ernst2022"):
            choose("device", "v100")
            choose("model", model)
            self.figures_match(self.native.value(
                STAR + "estimate star25 on v100 with block = (256, 1, 4), model = %s;" % model))
            self.shot(model)
            choose("model", "")

    def story_link(self):
        """A link holds the whole state."""
        b = self.browser
        self.open()
        self.set_code(HEAT)
        for name, value in (("block0", 64), ("block1", 8)):
            self.answers(lambda: b.click("input[name=%s][value='%d'] + span" % (name, value)))
        b.js("document.querySelector('#sliders input[data-path=\"dram.bw\"]').focus()")
        self.answers(lambda: b.key("ArrowRight", number=39))
        asked = b.js("document.getElementById('question').textContent")
        self.tab("roofline")
        b.wait("location.hash.length > 10")
        b.click("#share")
        b.wait("!document.getElementById('toast').hidden")
        link = b.js("location.hash")
        self.figures["length of a link, bytes"] = len(link)
        self.open(fragment=link)
        self.is_("question", b.js("document.getElementById('question').textContent"), asked)
        self.is_("code", b.js("document.getElementById('code').value"), HEAT)
        self.is_("tab", b.js("document.querySelector('[aria-selected=true]').id"), "tab-roofline")
        # Each part of the state, as another visitor sees it.
        whole = {"code": HEAT.replace("double", "") + STAR, "kernel": "heat", "device": "v100", "tweak": {"l2.size": 12 << 20}, "block": [32, 8],
                 "fold": [1, 2], "domain": [8000, 6000], "type": "float", "model": "ernst2022", "registers": 40,
                 "tab": "compare", "threads": 256, "folds": True, "metric": "dram.load",
                 "other": {"device": "h100", "tweak": {"clock": 1e9}, "block": [64, 4], "fold": [1, 1]}}
        missing = b.js("import('./state.js').then(s => Object.keys(s.initial).filter(k => !(k in %s)))" % json.dumps(whole))
        self.is_("state that no link was tried with", missing, [])
        link = b.js("import('./state.js').then(async s => { Object.assign(s.state, %s); return s.toFragment(); })" % json.dumps(whole))
        self.open(fragment=link)
        self.is_("state", b.js("import('./state.js').then(s => s.state)"), whole)
        b.wait("document.querySelector('.two-up')")
        self.is_("question", b.js("document.getElementById('question').textContent"),
                 "estimate heat on (v100 with { l2.size = 12 MiB }) with block = (32, 8), fold = (1, 2), "
                 "domain = (8000, 6000), registers = 40, type = float, model = ernst2022")
        # A link to an error leads on from there.
        link = b.js("import('./state.js').then(async s => { s.state.code = 'kernel heat(src) {'; return s.toFragment(); })")
        self.open(fragment=link)
        self.is_("tab", b.js("document.querySelector('[aria-selected=true]')?.id"), "tab-compare")
        self.set_code(HEAT.replace("double", ""))
        b.wait("document.querySelector('.two-up')")
        self.open(fragment="#1garbage")
        self.figures_match(self.native.value(STAR + "estimate star25 on a100 with block = (256, 1, 4);"))

    def story_cancel(self):
        """A program without an end does not stop the page."""
        b = self.browser
        self.open()
        self.set_code(HEAT + "for i in 1..1000000000 { x = i }\n")
        self.figures_match(self.native.value(HEAT + "estimate heat on a100 with block = (256, 1);"))
        self.tab("output")
        b.wait("document.querySelector('.output .busy')")
        b.click(".output button")
        b.wait("document.getElementById('panel').textContent.includes('Stopped')")
        self.set_code(HEAT + "print 1 + 1\n")
        b.wait("document.querySelector('.output pre')?.textContent.trim() === '2'")
        # Without help the budget of time ends it, with a message.
        deep = "x = " + "(" * 20000 + "1" + ")" * 20000
        self.set_code(HEAT + deep)
        self.set_code(HEAT)
        self.tab("report")
        b.wait("document.querySelector('.hierarchy')")
        self.figures_match(self.native.value(HEAT + "estimate heat on a100 with block = (256, 1);"))

    def story_embed(self):
        """The page inside of another one."""
        b = self.browser
        self.open("?embed", width=900, height=700)
        self.is_("gallery", b.js("getComputedStyle(document.getElementById('open-gallery')).display"), "none")
        self.figures_match(self.native.value(STAR + "estimate star25 on a100 with block = (256, 1, 4);"))
        self.shot("embed")

    def story_phone(self):
        """A phone, 360 pixels wide: nothing is cut off, light and dark."""
        b = self.browser
        for scheme in ("light", "dark"):
            self.open(width=360, height=740, is_phone=True, scheme=scheme)
            for tab in ("report", "rank", "roofline", "compare", "output"):
                self.tab(tab)
                b.wait({"report": "document.querySelector('.hierarchy')", "rank": "document.querySelector('.cell')",
                        "roofline": "document.querySelector('.own-picture')", "compare": "document.querySelector('.two-up')",
                        "output": "document.querySelector('.output code')"}[tab])
                wide = b.js("document.documentElement.scrollWidth")
                self.is_("width with " + tab, wide <= 360, True)
                cut = b.js("""[...document.querySelectorAll('#panel p, .limit-name')].filter(e => {
                    const r = e.getBoundingClientRect();
                    return r.left < 0 || r.right > 360 || e.scrollWidth > e.clientWidth; }).map(e => e.textContent)""")
                self.is_("cut off with " + tab, cut, [])
                self.shot("phone-%s-%s" % (tab, scheme))

    def story_dark(self):
        """Dark, by the system and by the button."""
        b = self.browser
        self.open(scheme="dark")
        dark = b.js("getComputedStyle(document.documentElement).backgroundColor")
        self.shot("report-dark")
        for tab, seen in (("rank", ".cell"), ("roofline", ".own-picture"), ("compare", ".two-up")):
            self.tab(tab)
            b.wait("document.querySelector('%s')" % seen)
            self.shot(tab + "-dark")
        b.click("#theme")
        b.wait("getComputedStyle(document.documentElement).backgroundColor !== %s" % json.dumps(dark))
        b.js("localStorage.clear()")

    def story_keyboard(self):
        """Every control can be reached by the key Tab."""
        b = self.browser
        self.open()
        b.js("document.activeElement?.blur()")
        seen = set()
        for _ in range(120):
            b.key("Tab", number=9)
            at = b.js("(e => e.id || e.name || e.dataset.path || e.className?.baseVal || e.tagName)(document.activeElement)")
            seen.add(at)
        for wanted in ("open-gallery", "share", "theme", "code", "device", "l2.size", "block0", "fold0", "tab-report",
                       "dram.load", "limits.dram", "copy-question"):
            if wanted not in seen:
                raise Failure("Tab does not reach %s, only %s" % (wanted, sorted(seen)))

    def story_without_a_mouse(self):
        """A kernel, a device, a block, an explanation and a rank, by keys alone."""
        b = self.browser
        self.open()
        def tab_to(selector, most=150):
            for _ in range(most):
                if b.js("document.activeElement.matches(%s)" % json.dumps(selector)):
                    return
                b.key("Tab", number=9)
            raise Failure("Tab does not reach " + selector)
        tab_to("#code")
        b.key("a", modifiers=2, number=65)
        b.js("document.execCommand('selectAll')")
        self.answers(lambda: b.call("Input.insertText", text=HEAT))
        b.key("Escape", number=27)
        # Escape, then Tab leaves the editor
        tab_to("#device")
        self.answers(lambda: b.key("ArrowDown", number=40))
        device = b.js("document.getElementById('device').value")
        self.is_("device", device != "a100", True)
        tab_to("#block input")
        self.answers(lambda: b.key("ArrowLeft", number=37))
        block = b.js("[...document.querySelectorAll('#block input:checked')].map(e => Number(e.value))")
        self.figures_match(self.native.value(HEAT + "estimate heat on %s with block = (%d, %d);" % (device, *block)))
        tab_to(".tabs [aria-selected=true]")
        tab_to("#panel text.figure[data-path='dram.load'], #panel [data-path='dram.load']")
        b.key("Enter", number=13)
        b.wait("!document.getElementById('explain').hidden")
        self.is_("explained", b.js("document.querySelector('#explain h2').textContent"), "dram.load")
        b.key("Escape", number=27)
        b.wait("document.getElementById('explain').hidden")
        b.js("document.getElementById('open-gallery').focus()")
        tab_to(".tabs [aria-selected=true]")
        b.key("ArrowRight", number=39)
        b.wait("document.querySelector('.heat .cell')")
        tab_to(".heat .cell")
        b.wait("!document.getElementById('tip').hidden")
        before = b.js("document.activeElement.dataset.block")
        b.key("ArrowUp", number=38)
        self.is_("moved", b.js("document.activeElement.dataset.block") != before, True)
        self.answers(lambda: b.key("Enter", number=13))
        self.is_("launched", b.js("document.querySelector('.heat .cell.here').dataset.block") != before, True)
        self.is_("focus", b.js("document.activeElement.matches('.heat .cell.here')"), True)
        self.shot("keyboard", False)

    def story_nothing_from_elsewhere(self):
        """All that the page loads is its own."""
        foreign = [u for u in self.browser.requests
                   if not u.startswith((self.url, "about:", "data:", "blob:" + self.url.rstrip("/")))]
        self.is_("requests", foreign, [])
        self.is_("errors in the console", self.browser.complaints, [])

    def weigh(self):
        raw = packed = 0
        for path in glob.glob(os.path.join(self.page, "*")):
            with open(path, "rb") as file:
                data = file.read()
            raw += len(data)
            packed += len(gzip.compress(data, 9))
        self.figures["page, bytes"], self.figures["page compressed, bytes"] = raw, packed

    def run(self, only):
        n_passed = n_failed = 0
        os.makedirs(self.shots, exist_ok=True)
        try:
            for name in [n for n in vars(Stories) if n.startswith("story_")]:
                if only and name[6:] not in only:
                    continue
                try:
                    getattr(self, name)()
                    n_passed += 1
                    print("ok    " + name[6:].replace("_", " "), flush=True)
                except Failure as failure:
                    n_failed += 1
                    self.shot("failed-" + name[6:])
                    print("FAIL  %s: %s" % (name[6:].replace("_", " "), failure), flush=True)
        finally:
            self.browser.close()
            self.native.close()
        self.weigh()
        self.figures["largest relative difference to the program"] = self.worst
        with open(os.path.join(self.shots, "figures.json"), "w") as file:
            json.dump(self.figures, file, indent=1)
        for name, value in self.figures.items():
            print("%s: %s" % (name, value))
        print("%d passed, %d failed" % (n_passed, n_failed))
        return n_failed == 0


if __name__ == "__main__":
    sys.exit(0 if Stories(sys.argv[1], sys.argv[2]).run(sys.argv[3:]) else 1)
