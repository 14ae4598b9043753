/// The page around the run. Nothing in it is fetched from anywhere, which its policy makes sure of.
enum HTMLPage {
  /// All that stands before the lines of the run.
  static let head = #"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
    <title>Exemplar</title>
    <style>

    """# + HTMLStyle.text + "\n</style>\n<script>\n"
    + [
      HTMLScript.text, HTMLDetailsScript.text, HTMLDifferenceScript.text, HTMLTreeScript.text,
      HTMLHistoryScript.text,
      HTMLTimelineScript.text, HTMLSlowestScript.text,
    ]
    .joined(separator: "\n") + "\n</script>\n</head>\n<body>\n"
    + body
    + "\n<script type=\"application/json\" id=\"data\">\n"

  private static let body = #"""
    <a class="skip" href="#all">Skip to all examples</a>
    <header><h1 id="title">Exemplar</h1><p id="facts" class="dim"></p><div id="banner"></div></header>
    <main>
    <div class="controls" role="search"><label for="search" class="dim">Filter</label>
    <input id="search" type="search" placeholder="name, message, tag" autocomplete="off"><span id="states" role="group" aria-label="Outcomes"></span></div>
    <p id="found" class="dim" role="status"></p>
    <section aria-labelledby="h-failures"><h2 id="h-failures">Failures</h2><div id="failures"></div></section>
    <section id="history" aria-labelledby="h-past" hidden><h2 id="h-past">Flaky</h2><div id="past" class="scroll" tabindex="0" role="group" aria-labelledby="h-past"></div></section>
    <section aria-labelledby="all"><h2 id="all">All examples</h2>
    <p class="dim">Arrow keys move, right and left open and close, Enter shows details.</p>
    <div id="tree" role="tree" tabindex="0" aria-labelledby="all"></div></section>
    <section aria-labelledby="h-time"><h2 id="h-time">Timeline</h2><div id="timeline" class="scroll" tabindex="0" role="group" aria-labelledby="h-time"></div></section>
    <section aria-labelledby="h-slow"><h2 id="h-slow">Slowest</h2><div id="slowest" class="scroll" tabindex="0" role="group" aria-labelledby="h-slow"></div></section>
    </main>
    <dialog id="details" aria-label="Details of an example"></dialog>
    <noscript><p>This page needs JavaScript, which stands in it.</p></noscript>
    """#
}
