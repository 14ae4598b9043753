extension HTMLReport {
  static let page = #"""
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <title>Mutants</title>
    <style>
    :root {
      color-scheme: light dark; --back: #fff; --soft: #f4f5f7; --line: #d5d9df; --text: #1b1f24;
      --dim: #57606a; --accent: #0b57d0; --good: #176e2c; --bad: #b3261e; --warn: #7a5200;
      --red: #fdeceb; --green: #e8f5ec; --mark: #fff3c4;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --back: #16181c; --soft: #20242a; --line: #3a4048; --text: #e8eaed; --dim: #a6adb7; --mark: #4d4100;
        --accent: #8ab4f8; --good: #7ed491; --bad: #ff9a92; --warn: #f2c46d; --red: #3c1f1e; --green: #1c3324;
      }
    }
    * { box-sizing: border-box }
    body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif }
    header, main { max-width: 1180px; margin: 0 auto; padding: 0 20px }
    h1 { font-size: 1.5rem; margin: 22px 0 2px }
    h2 { font-size: 1.05rem; margin: 30px 0 8px }
    .good { color: var(--good) } .bad { color: var(--bad) } .warn { color: var(--warn) } .dim { color: var(--dim) }
    #verdict { margin: 0; font-weight: 600 }
    nav { position: sticky; top: 0; z-index: 2; background: var(--back); border-bottom: 1px solid var(--line);
      padding: 10px 0; display: flex; flex-wrap: wrap; gap: 7px; align-items: center }
    nav input { flex: 1 1 200px; min-width: 0; font: inherit; padding: 5px 10px; border: 1px solid var(--dim);
      border-radius: 6px; background: var(--back); color: var(--text) }
    button { font: inherit; font-size: 14px; padding: 4px 11px; border: 1px solid var(--line); border-radius: 15px;
      background: var(--soft); color: var(--text); cursor: pointer }
    button[aria-pressed=true] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent) }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 1px }
    table { border-collapse: collapse; width: 100% }
    td, th { text-align: left; padding: 5px 10px; border-bottom: 1px solid var(--line); font-weight: 400 }
    td.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
    .bar { display: block; width: 130px; height: 8px; border-radius: 4px; background: var(--bad); overflow: hidden }
    .bar i { display: block; height: 100%; background: var(--good) }
    a { color: var(--accent); text-decoration: none } a:hover { text-decoration: underline }
    details.file { border: 1px solid var(--line); border-radius: 8px; margin: 12px 0; overflow: clip }
    details.file > summary { padding: 9px 14px; background: var(--soft); cursor: pointer; font-weight: 600 }
    details.file > summary span { font-weight: 400; margin-left: 10px }
    .code { font: 13px/1.6 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-x: auto; padding: 6px 0 }
    .code .l { display: grid; grid-template-columns: 54px 30px minmax(0, 1fr); white-space: pre }
    .code .l > b { font-weight: 400; color: var(--dim); text-align: right; padding-right: 12px; user-select: none }
    .code .l.survived { background: var(--red) } .code .l.noCoverage { background: var(--mark) }
    .code .l button { padding: 0; width: 22px; height: 19px; font: 600 12px/1 system-ui; border-radius: 5px; align-self: center }
    .code .l.survived button { background: var(--bad); color: var(--back); border-color: var(--bad) }
    .code .l.noCoverage button { background: var(--warn); color: var(--back); border-color: var(--warn) }
    .code .l.killed button { color: var(--good) }
    .code .gap { color: var(--dim); padding: 2px 0 2px 84px; border-block: 1px dashed var(--line); font-family: system-ui; font-size: 12px }
    .m { margin: 4px 14px 10px 84px; border: 1px solid var(--line); border-left: 4px solid var(--good); border-radius: 6px;
      background: var(--back); padding: 8px 12px; font: 14px/1.5 system-ui; white-space: normal }
    .m.survived { border-left-color: var(--bad) } .m.noCoverage, .m.error, .m.pending { border-left-color: var(--warn) }
    .m.compileError { border-left-color: var(--line) }
    .m p { margin: 3px 0; overflow-wrap: anywhere }
    .m pre { margin: 6px 0; font: 13px/1.5 ui-monospace, Menlo, monospace; white-space: pre-wrap; border-radius: 5px; overflow: hidden }
    .m pre div { padding: 0 8px } .m .del { background: var(--red) } .m .add { background: var(--green) }
    .m ul, .plain { margin: 4px 0; padding-left: 20px } .m li { overflow-wrap: anywhere }
    @media (max-width: 640px) { .m { margin-left: 10px } .bar { width: 60px } }
    </style></head><body>
    <header><h1></h1><p id="verdict"></p></header>
    <main>
    <nav aria-label="Filters"></nav>
    <section id="files"></section>
    <h2>Sources</h2>
    <div id="sources"></div>
    <section id="rows"></section>
    </main>
    <script type="application/json" id="data">/*DATA*/</script>
    <script>
    const data = JSON.parse(document.getElementById("data").textContent)
    const names = {survived: "survived", noCoverage: "reached by nothing", killed: "killed", crashed: "crashed",
      timedOut: "timed out", error: "without a verdict", compileError: "did not compile", pending: "not judged"}
    const detected = ["killed", "crashed", "timedOut"]
    const all = data.files.flatMap(f => f.mutants)
    const shown = new Set(["survived", "noCoverage", "error", "pending"])
    if (!all.some(m => shown.has(m.verdict))) for (const v in names) shown.add(v)
    function make(tag, properties, ...children) {
      const element = Object.assign(document.createElement(tag), properties || {})
      element.append(...children.filter(c => c != null))
      return element
    }
    const kind = v => v == "survived" || v == "noCoverage" ? v : detected.includes(v) ? "killed" : "other"
    document.title = data.name + ": mutants"
    document.querySelector("h1").textContent = "Mutants of " + data.name
    const verdict = document.getElementById("verdict")
    verdict.textContent = data.conclusion
    verdict.className = data.isPassed ? "good" : "bad"

    const nav = document.querySelector("nav")
    const search = make("input", {type: "search", placeholder: "File, operator or test", ariaLabel: "Search"})
    for (const v in names) {
      const count = all.filter(m => m.verdict == v).length
      if (!count) continue
      const button = make("button", {onclick() {
        shown.has(v) ? shown.delete(v) : shown.add(v)
        button.setAttribute("aria-pressed", shown.has(v))
        draw()
      }}, count + " " + names[v])
      button.setAttribute("aria-pressed", shown.has(v))
      nav.append(button)
    }
    nav.append(search)
    search.oninput = draw

    function tests(title, numbers) {
      if (!numbers.length) return null
      const list = make("ul", {}, ...numbers.slice(0, 200).map(n => make("li", {}, data.tests[n].name + " ",
        make("span", {className: "dim"}, data.tests[n].place))))
      return make("details", {open: numbers.length <= 8},
        make("summary", {}, title + " " + numbers.length + (numbers.length == 1 ? " test" : " tests")), list)
    }
    function card(m) {
      const change = make("pre", {}, ...m.before.map(l => make("div", {className: "del"}, "− " + l)),
        ...m.after.map(l => make("div", {className: "add"}, "+ " + l)))
      return make("div", {className: "m " + m.verdict, id: "m" + m.number},
        make("p", {}, make("b", {className: kind(m.verdict) == "killed" ? "good" : kind(m.verdict) == "survived" ? "bad" : "warn"},
          names[m.verdict]), make("span", {className: "dim"}, "  " + m.mutator + " · mutant " + m.number
            + (m.seconds ? " · " + m.seconds.toFixed(2) + " s" : ""))),
        m.before.length ? change : null,
        m.text ? make("p", {}, m.text) : null,
        tests(m.verdict == "killed" ? "noticed by" : "running when it ended:", m.by),
        tests("reached by", m.reachedBy))
    }
    function matches(m, file) {
      const text = search.value.toLowerCase()
      return shown.has(m.verdict) && (!text || (file.path + " " + m.mutator).toLowerCase().includes(text)
        || m.reachedBy.some(n => (data.tests[n].name + data.tests[n].place).toLowerCase().includes(text)))
    }
    const opened = new Set()
    function source(file, mutants) {
      const byLine = new Map()
      for (const m of mutants) byLine.set(m.line, [...byLine.get(m.line) || [], m])
      const code = make("div", {className: "code"})
      const visible = new Set()
      for (const line of byLine.keys()) for (let l = line - 3; l <= line + 3; l++) visible.add(l)
      let last = 0
      file.lines.forEach((text, index) => {
        const line = index + 1
        if (!visible.has(line)) return
        if (line > last + 1) code.append(make("div", {className: "gap"}, (line - last - 1) + (line == last + 2 ? " line" : " lines")))
        last = line
        const here = byLine.get(line) || []
        const worst = ["survived", "noCoverage", "other", "killed"].find(k => here.some(m => kind(m.verdict) == k)) || ""
        const key = file.path + ":" + line
        const cards = make("div", {})
        const fill = () => cards.replaceChildren(...(opened.has(key) ? here.map(card) : []))
        const button = here.length ? make("button", {ariaLabel: here.length + " mutants in line " + line, onclick() {
          opened.has(key) ? opened.delete(key) : opened.add(key)
          button.setAttribute("aria-expanded", opened.has(key))
          fill()
        }}, "" + here.length) : make("span")
        if (here.length) button.setAttribute("aria-expanded", opened.has(key))
        code.append(make("div", {className: "l " + worst}, make("b", {}, "" + line), button, make("span", {}, text)), cards)
        fill()
      })
      return code
    }
    function draw() {
      const sources = document.getElementById("sources")
      sources.replaceChildren()
      for (const file of data.files) {
        const mutants = file.mutants.filter(m => matches(m, file))
        if (!mutants.length) continue
        const body = make("div")
        const details = make("details", {className: "file", id: "f:" + file.path, ontoggle() {
          if (details.open && !body.firstChild) body.append(source(file, mutants))
        }}, make("summary", {}, file.path, make("span", {className: "dim"}, mutants.length + " of " + file.mutants.length + " mutants")), body)
        sources.append(details)
        if (data.files.length < 20) details.open = true
      }
      if (!sources.firstChild) sources.append(make("p", {className: "dim"}, "No mutant is selected."))
    }
    // Survivors are why one opens the page.
    const few = all.filter(m => m.verdict == "survived").length <= 40
    if (few) for (const f of data.files) for (const m of f.mutants) if (m.verdict == "survived") opened.add(f.path + ":" + m.line)
    draw()

    document.getElementById("files").append(make("h2", {}, "Score by file"), make("table", {}, ...data.files.filter(f => f.score).map(f => {
      const count = v => f.mutants.filter(m => v.includes(m.verdict)).length
      const good = count(detected), bad = count(["survived", "noCoverage"])
      const link = make("a", {href: "#f:" + encodeURI(f.path), onclick() {
        const details = document.getElementById("f:" + f.path)
        if (details) details.open = true
      }}, f.path)
      return make("tr", {}, make("td", {}, link), make("td", {}, make("span", {className: "bar"}, make("i", {style: "width:" + 100 * good / (good + bad) + "%"}))),
        make("td", {className: "n"}, f.score), make("td", {className: "n"}, good + " noticed"),
        make("td", {className: "n " + (bad ? "bad" : "dim")}, bad + " not noticed"))
    })))
    function list(title, lines) {
      if (lines.length) document.getElementById("rows").append(make("h2", {}, title),
        make("ul", {className: "plain"}, ...lines.map(l => make("li", {}, l))))
    }
    list("Rows", data.rows)
    list("Left out, or trusted only if they fail twice", data.leftOut)
    document.documentElement.dataset.ready = ""
    </script></body></html>
    """#
}
