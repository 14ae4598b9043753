#!/usr/bin/env python3
"""Tries a page of a report in Chromium: page.py FIXTURE.html LARGE.html REPEATED.html FAILED.html…

The others are of runs that failed by something else than an example. PICTURES names a folder for pictures.
Needs playwright and axe-playwright-python from PyPI, and Chromium."""
import os
import shutil
import sys
import time

from playwright.sync_api import sync_playwright
from axe_playwright_python.sync_playwright import Axe

fixture, large, repeated = sys.argv[1:4]
others = sys.argv[4:]
pictures = os.environ.get("PICTURES")
troubles = []


def expect(holds, what):
    if not holds:
        troubles.append(what)


def opened(context, path):
    page = context.new_page()
    page.on("console", lambda m: expect(m.type != "error", f"console: {m.text}"))
    page.on("pageerror", lambda e: expect(False, f"error: {e}"))
    page.on("request", lambda r: expect(r.url.startswith(("file:", "data:")), f"request: {r.url}"))
    start = time.time()
    page.goto("file://" + path)
    page.wait_for_selector("html[data-ready]", state="attached")
    return page, time.time() - start


def accessible(page, name):
    # The policy of the page lets nothing in; axe has to stand in it.
    result = Axe().run(page)
    for violation in result.response["violations"]:
        nodes = [node["html"][:160] for node in violation["nodes"][:3]]
        expect(False, f"axe, {name}: {violation['id']}: {violation['help']} {nodes}")


def try_fixture(page):
    cards = page.locator("#failures details")
    expect(cards.count() == 14, f"{cards.count()} cards instead of 14")
    # Each is a line that says what is wrong, until it is opened.
    expect(page.locator("#failures .card[open]").count() == 0, "many failures are open")
    line = cards.first.locator("summary").inner_text().split("\n")
    expect(line == ["✘", "Cart › adds", "new", "Tests/CartSpec.swift:10", "Expectation failed: 1 == 2"]
           or "".join(line).startswith("✘Cart › addsnewTests/CartSpec.swift:10Expectation failed: 1 == 2"), f"{line}")
    lines = page.locator("#failures .card > summary")
    lines.first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(lines.nth(1).locator("xpath=..").get_attribute("open") is not None, "the keys open nothing")
    frame = page.evaluate("""() => failurePlace({details: {issues: [{kind: "failure", place: "Tests/A.swift:3:5",
      message: "Fatal error: no\\nThe process was ended by signal 4 (a trap) while this ran.\\n  next() at Sources/P.swift:7\\n  a at Tests/A.swift:4"}]}})""")
    expect(frame == "Sources/P.swift:7", f"a crash is at {frame}")
    page.get_by_role("button", name="Open all").click()
    expect(page.locator("#failures .card[open]").count() == 14, "they do not open")
    expect(page.locator("#again code").count() > 0 and page.locator("header .rerun").count() == 0, "no line to run again")
    expect("Expectation failed: 1 == 2\nthe count" in cards.first.inner_text(), "no message")
    # Rows.
    tables = page.evaluate("""() => [
      {columns: [["price", "0"], ["tax", '"7"', "7"]]},
      {columns: [["expected", '{value: 1, "odd, key": {value: [1, 2]}}']]},
      {columns: [["", "(x: 1, y: 2)"]]},
      {columns: [["a", "{list: [" + Array(30).fill('"some longer text"').join(", ") + "], n: [" + Array(30).fill(1).join(", ") + "]}"]]},
    ].map(row => [...rowTable({name: "r", ...row}).querySelectorAll("tr")].map(
      line => [...line.children].map(cell => cell.textContent)))""")
    expect(tables[:3] == [
        [["price", "tax"], ["0", '"7" → 7']],
        [["expected"], ['{value: 1, "odd, key": {value: [1, 2]}}']],
        [["(x: 1, y: 2)"]]], f"rows are shown as {tables}")
    texts, numbers = ",\n".join(['    "some longer text"'] * 30), ", ".join("1" * 30)
    expect(
      tables[3] == [["a", "{\n  list: [\n" + texts + "\n  ],\n  n: [" + numbers + "]\n}"]],
      f"a long value is shown as {tables[3]}")
    row = page.locator("#failures table").first
    expect(row.inner_text().split() == "Row free at Tests/prices.csv:14 price tax 0 7".split(), "no row")
    # Earlier runs.
    story = lambda name: cards.filter(has_text=name).first.locator(".past").inner_text().split("\n")[-1]
    expect(story("Cart › adds") == "New failure: passed in the 2 runs before.", story("Cart › adds"))
    expect(story("Cart › pays") == "Flaky: failed in 2 of 3 runs.", story("Cart › pays"))
    expect(story("Cart › waits") == "Failed in all 3 runs on record.", story("Cart › waits"))
    marks = cards.filter(has_text="Cart › pays").locator(".strip").get_attribute("aria-label")
    expect(
      marks == "The last 3 runs, this one last: failed in 1 s, passed, failed in 250 ms", marks)
    expect(
      page.inner_text("#past").count("Flaky:") == 3
      and "passed only on retry in 1 of 2 runs" in page.inner_text("#past"),
      page.inner_text("#past"))
    # A line with a caret: the text before it takes its place.
    line = page.evaluate("""() => [quote(["let a = b", "let a"]), quote(["a"]), quote()].map(e => e.map(e => e.innerHTML))""")
    expect(line == [["let a = b\n<span>let a</span><b>^</b>"], ["a"], []], f"lines: {line}")
    # What differs.
    parts = page.evaluate("""() => messageParts(['Expectation failed: a == b', '− left, + right:', '  x:', '− y: 8',
      '+ y: 9', '− z[1]: "Emma"', '+ z[1]: "Emma II"', '             ^^^', 'of this shop'].join('\\n'), 'message').map(e => e.outerHTML)""")
    expect(
      parts[0] == '<pre class="message">Expectation failed: a == b</pre>' and parts[3] == '<pre class="message">of this shop</pre>'
      and "<span>  x:</span>\n<del>− y: 8</del>\n<ins>+ y: 9</ins>\n" in parts[2]
      and '<del>− z[1]: "Emma<b></b>"</del>\n<ins>+ z[1]: "Emma<b> II</b>"</ins>\n' in parts[2], f"differences: {parts}")
    plain = page.evaluate("messageParts('− is no difference', '').map(e => e.outerHTML)")
    expect(plain == ['<pre class="">− is no difference</pre>'], f"{plain}")
    # Pictures.
    pictures_of = page.evaluate("""async () => {
      const picture = (width, color, x) => {
        const canvas = element("canvas", {width, height: 40}), context = canvas.getContext("2d");
        context.fillStyle = "#eee"; context.fillRect(0, 0, width, 40);
        context.fillStyle = color; context.fillRect(x, 10, 10, 10);
        return canvas.toDataURL();
      };
      const texts = async pictures => {
        const [box] = pictureParts(pictures);
        document.body.append(box);
        while (!box.children.length) await new Promise(done => setTimeout(done, 10));
        const result = [...box.querySelectorAll("figcaption, p")].map(e => e.textContent);
        box.remove();
        return result;
      };
      const [a, b, wide] = [picture(50, "#06c", 5), picture(50, "#c60", 5), picture(60, "#06c", 5)];
      return [await texts({before: a, now: b}), await texts({before: a, now: a}), await texts({before: a, now: wide}),
        await texts({now: a}), await texts({now: "data:image/png;base64,iVBORw0KGgo="}), pictureParts().length];
    }""")
    line = "Expected left of the line, this run right of it"
    expect(
      pictures_of == [
        ["Expected, 50 × 40", "This run, 50 × 40", "100 pixels differ, 5 %", line],
        ["Expected, 50 × 40", "This run, 50 × 40", "No pixel differs", line],
        ["Expected, 50 × 40", "This run, 60 × 40", "400 pixels differ, 16.7 %", line],
        ["This run, 50 × 40"], ["The browser cannot show these pictures."], 0],
      f"pictures: {pictures_of}")
    try_slider(page, line)
    # Which worker ran what.
    lanes = [lane.split(" · ")[0] for lane in page.locator("#timeline text.lane").all_text_contents()]
    expect(sorted(lanes) == ["Worker 1", "Worker 2", "Worker 3"], f"lanes: {lanes}")
    expect(page.locator("#timeline text.lost").all_text_contents() == ["✘ worker 2 exited early"], "no mark for a lost worker")
    # Filter by what a message says, and back.
    page.fill("#search", "signal 11")
    expect(cards.count() == 1, "the filter does not filter the failures")
    expect(page.inner_text("#found") == "1 of 32 examples", "the filter does not count")
    page.fill("#search", "")
    page.get_by_role("button", name="skipped").click()
    expect(page.inner_text("#found") == "6 of 32 examples", "outcomes do not filter")
    page.get_by_role("button", name="skipped").click()
    # Copy the line that runs an example again.
    cards.first.get_by_role("button", name="Copy").click()
    page.wait_for_function("[...document.querySelectorAll('button')].some(b => b.textContent === 'Copied')")
    copied = page.evaluate("navigator.clipboard.readText()")
    expect(copied == "exemplar test 'Shop/Cart/adds'", f"copied {copied!r}")
    # Keys: close a group and open it again, and see an example.
    tree = page.locator("#tree")
    tree.focus()
    page.keyboard.press("Home")
    expect(page.locator(".node.active").get_attribute("aria-expanded") == "true", "it is closed")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".node.active").get_attribute("aria-expanded") == "false", "it stays open")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    active = tree.get_attribute("aria-activedescendant")
    expect("is empty" in page.locator(f"#{active}").inner_text(), "the keys do not move")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect("Threw Odd()" in page.locator("dialog[open]").inner_text(), "Enter shows nothing")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]").count() == 0, "Escape does not close")
    expect(page.locator("#timeline svg rect").count() >= 4, "no timeline")


def try_slider(page, name):
    """Moves the line between two pictures, of which one is transparent and smaller, and exchanges them."""
    page.evaluate("""async () => {
      const picture = (width, color) => {
        const canvas = element("canvas", {width, height: 20}), context = canvas.getContext("2d");
        context.fillStyle = color; context.fillRect(0, 0, width, 20);
        return canvas.toDataURL();
      };
      const [box] = pictureParts({before: picture(20, "#0000"), now: picture(40, "#f00")});
      box.id = "trial";
      document.querySelector("main").prepend(box);
      while (!box.children.length) await new Promise(done => setTimeout(done, 10));
    }""")
    stage, slider = page.locator("#trial .stage"), page.locator("#trial input")
    blink, caption = page.locator("#trial button"), page.locator("#trial > figure figcaption")
    stage.scroll_into_view_if_needed()
    at = lambda: float(slider.input_value())
    line = lambda: float(stage.evaluate("e => e.style.getPropertyValue('--at').replace('%', '')"))
    widths = page.evaluate("[...document.querySelectorAll('#trial .stage img')].map(e => e.getBoundingClientRect().width)")
    expect(abs(widths[0] * 2 - widths[1]) < 1, f"the pictures have different scales: {widths}")
    # The red picture is not below the transparent one.
    clips = page.evaluate("[...document.querySelectorAll('#trial .stage div')].map(e => getComputedStyle(e).clipPath)")
    expect(clips == ["inset(0px 50% 0px 0px)", "inset(0px 0px 0px 50%)"], f"{clips}")
    box = stage.bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 4, middle, steps=4)
    expect(abs(at() - 25) < 1 and at() == line(), f"the line is at {at()} and {line()} after it was drawn to 25")
    page.mouse.move(box["x"] - 50, middle)
    page.mouse.up()
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    expect(at() == line() == 0, f"the line is at {at()} and {line()} after it was drawn out of the picture")
    slider.focus()
    page.keyboard.press("End")
    expect(at() == line() == 100, f"the line is at {at()} and {line()} after End")
    page.keyboard.press("ArrowLeft")
    expect(0 < 100 - at() <= 10 and at() == line(), f"the line is at {at()} and {line()} after an arrow")
    blink.click()
    page.wait_for_function("document.querySelector('#trial > figure figcaption').textContent === 'Expected'")
    expect(line() in (0, 100) and blink.get_attribute("aria-pressed") == "true", "it does not blink")
    page.wait_for_function("document.querySelector('#trial > figure figcaption').textContent === 'This run'")
    accessible(page, "pictures")
    slider.focus()
    page.keyboard.press("Home")
    expect(caption.inner_text() == name and blink.get_attribute("aria-pressed") == "false", "it goes on blinking")
    expect(at() == line() == 0, "the slider does not stop it")
    page.evaluate("document.getElementById('trial').remove()")


def try_large(page, seconds):
    expect(page.locator(".node").count() < 200, "hidden lines are elements")
    times = page.evaluate("""() => {
      const search = document.getElementById('search');
      return ['p', 'pr', 'price 5', 'nothing like it', ''].map(words => {
        const begin = performance.now();
        search.value = words;
        search.dispatchEvent(new Event('input'));
        document.body.offsetHeight;
        return Math.round(performance.now() - begin);
      });
    }""")
    print(f"100,000 rows: open after {seconds:.2f} s, filtered after {times} ms")
    # Ten times what it takes: a page that does work for each row would take longer by far.
    expect(seconds < 20 and max(times) < 2000, f"slow: {seconds:.2f} s, {times} ms")
    # Failures that are alike are one, until all are requested.
    cards = page.locator("#failures details")
    expect(cards.count() == 1, f"{cards.count()} cards instead of a group")
    text = cards.first.inner_text()
    expect("Prices › are round" in text and "100 fail alike" in text and "The first of 100: Prices › are round › price 500" in text, text)
    expect(page.inner_text("#tools") == "1 cause of 100 failures", page.inner_text("#tools"))
    expect("(price → 500) < 3" in text and text.count("exemplar test ") == 1 and "everything else in it" in text, text)
    accessible(page, "group")
    if pictures:
        page.screenshot(path=f"{pictures}/group.png")
    page.fill("#search", "price 99500")
    expect(cards.count() == 1 and "fail alike" not in cards.first.inner_text(), "one failure is a group")
    page.fill("#search", "")
    page.get_by_role("button", name="Show all 100").click()
    expect(cards.count() == 50, f"{cards.count()} cards of the first 50")
    page.locator("#tree").focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    expect("price 99999" in page.locator(".node.active").inner_text(), "the last row is not reached")


def closed(text):
    """The page as it is where the process that wrote it was killed in the middle of a line."""
    return text[:text.rindex("[\"e\"") + 9]


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path=shutil.which("chromium") or None, args=["--no-sandbox"])
    for name, width, height, scheme in [
        ("desktop", 1280, 900, "light"), ("phone", 390, 844, "dark"), ("dark", 1280, 900, "dark")
    ]:
        context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, bypass_csp=True,
            permissions=["clipboard-read", "clipboard-write"])
        page, _ = opened(context, fixture)
        try_fixture(page)
        accessible(page, name)
        expect(
            not page.evaluate("document.documentElement.scrollWidth > innerWidth"),
            f"{name}: the page is wider than the window")
        if pictures:
            page.screenshot(path=f"{pictures}/{name}.png", full_page=True)
    context = browser.new_context()
    page, seconds = opened(context, large)
    try_large(page, seconds)
    with open(fixture, encoding="utf-8") as file:
        killed = closed(file.read())
    with open(fixture + ".killed.html", "w", encoding="utf-8") as file:
        file.write(killed)
    page, _ = opened(context, fixture + ".killed.html")
    expect("did not finish" in page.inner_text("#banner"), "a run that was killed looks whole")
    page, _ = opened(context, repeated)
    expect("Failed" in page.title(), "a run looks green whose first repetition failed")
    expect("Repetition 1 failed." in page.inner_text("#banner"), "no failed repetition")
    for other in others:
        page, _ = opened(context, other)
        expect("Failed" in page.title(), f"a run looks green: {page.inner_text('body')}")
        expect(page.locator("#banner .bad, #banner .message").count() > 0, "no failure in the banner")
    browser.close()

for trouble in troubles:
    print(trouble)
sys.exit(1 if troubles else 0)
