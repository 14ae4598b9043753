/// How the page looks, in the light and in the dark, on a phone and on a desk.
enum HTMLStyle {
  static let text = #"""
    :root{color-scheme:light dark;--back:#fff;--soft:#f4f5f7;--line:#d5d9df;--text:#1b1f24;--dim:#57606a;--accent:#0b57d0;
    --good:#176e2c;--bad:#b3261e;--warn:#7a5200;--mark:#fff3c4}
    @media (prefers-color-scheme:dark){:root{--back:#16181c;--soft:#20242a;--line:#3a4048;--text:#e8eaed;--dim:#a6adb7;
    --accent:#8ab4f8;--good:#7ed491;--bad:#ff9a92;--warn:#f2c46d;--mark:#4d4100}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--back);color:var(--text);font:15px/1.5 system-ui,sans-serif}
    header,main,footer{max-width:1100px;margin:0 auto;padding:0 16px}
    h2{scroll-margin-top:120px}
    h1{font-size:1.4rem;margin:20px 0 4px}h2{font-size:1.1rem;margin:28px 0 8px}h3{font-size:1rem;margin:0;overflow-wrap:anywhere}
    a{color:var(--accent)}.dim{color:var(--dim)}.bad{color:var(--bad)}.good{color:var(--good)}.warn{color:var(--warn)}
    #states{display:flex;flex-wrap:wrap;gap:6px}
    .controls{position:sticky;top:0;background:var(--back);border-bottom:1px solid var(--line);padding:10px 0;z-index:2;
    display:flex;flex-wrap:wrap;gap:8px;align-items:center}
    input[type=search]{flex:1 1 220px;min-width:0;font:inherit;padding:7px 10px;border:1px solid var(--dim);border-radius:6px;background:var(--back);color:var(--text)}
    button{font:inherit;padding:5px 10px;border:1px solid var(--line);border-radius:6px;background:var(--soft);color:var(--text);cursor:pointer}
    button[aria-pressed=true]{border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
    :focus-visible{outline:3px solid var(--accent);outline-offset:1px}
    .card{border:1px solid var(--line);border-left:4px solid var(--bad);border-radius:6px;margin:10px 0;background:var(--back)}
    .card.flaky,.card.warning{border-left-color:var(--warn)}
    .card>summary{padding:8px 12px;cursor:pointer;background:var(--soft);overflow-wrap:anywhere}
    .card>summary h3{display:inline}
    .card>div{padding:4px 12px 12px}
    pre{margin:8px 0;padding:8px 10px;background:var(--soft);border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.45 ui-monospace,monospace}
    pre.message{color:var(--bad)}
    .diff{padding:6px 0;white-space:pre-wrap}.diff>*{display:inline-block;width:100%;padding:0 10px;text-decoration:none}
    del,ins{text-decoration:none;color:var(--text)}del{background:color-mix(in srgb,var(--bad) 16%,var(--back))}ins{background:color-mix(in srgb,var(--good) 16%,var(--back))}
    .diff del{border-left:3px solid var(--bad)}.diff ins{border-left:3px solid var(--good)}.diff span{border-left:3px solid transparent}
    .diff b{font-weight:700;text-decoration:underline;text-underline-offset:3px}.signs{margin:8px 0 0;font-size:13px}.signs del,.signs ins{padding:1px 6px;border-radius:3px}
    .output summary{cursor:pointer;color:var(--dim)}.output pre{max-height:24em;overflow:auto}
    .scroll{overflow-x:auto}
    table{border-collapse:collapse;margin:8px 0}caption{text-align:left;white-space:nowrap}th,td{text-align:left;padding:3px 10px;border:1px solid var(--line);vertical-align:top;max-width:40em;overflow-wrap:break-word}
    td.number{text-align:right;white-space:nowrap}
    ul.facts{margin:6px 0;padding-left:18px}code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}
    .rerun{display:flex;gap:8px;align-items:flex-start}.rerun code{flex:1;min-width:0;padding:6px 10px;background:var(--soft);border-radius:6px}
    img{max-width:100%;border:1px solid var(--line)}
    #tree{position:relative;height:min(70vh,640px);overflow:auto;border:1px solid var(--line);border-radius:6px}
    #tree .node{position:absolute;left:0;right:0;height:28px;line-height:28px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;padding-right:10px;cursor:default}
    #tree .node.active{background:var(--mark)}
    #tree .active .time{color:inherit}
    #tree .time{color:var(--dim);font-size:13px}
    dialog{max-width:min(900px,94vw);width:100%;max-height:88vh;border:1px solid var(--line);border-radius:8px;background:var(--back);color:var(--text);padding:12px}
    dialog::backdrop{background:#0008}
    .banner{border:1px solid var(--bad);border-radius:6px;padding:8px 12px;margin:10px 0}
    .banner p{margin:2px 0}
    svg{display:block;max-width:100%}
    .skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--back);padding:6px;z-index:3}
    svg .lane{font-weight:600}svg .tick{stroke:var(--line)}svg .time,svg text.end{fill:var(--dim)}svg text.lost{fill:var(--bad)}
    svg line.end{stroke:var(--dim);stroke-dasharray:3 3}svg line.lost{stroke:var(--bad);stroke-width:1.5}
    svg .spec{fill:var(--accent);fill-opacity:.13;stroke:var(--accent);stroke-opacity:.45}svg .spec.bad{fill:var(--bad);stroke:var(--bad)}
    svg .item{fill:var(--accent)}svg .item.failed{fill:var(--bad)}svg .item.flaky{fill:var(--warn)}svg .item.hook{fill:var(--dim);fill-opacity:.55}
    svg .on{fill:var(--back)}svg rect{cursor:default}
    .chip{font-size:12px;margin-left:8px;padding:1px 8px;border:1px solid var(--warn);border-radius:9px;color:var(--warn);white-space:nowrap}
    .past{display:flex;flex-wrap:wrap;gap:4px 14px;align-items:flex-end;margin:8px 0}
    .strip{display:inline-flex;gap:2px;align-items:flex-end}
    .run{display:flex;flex-direction:column;align-items:center;justify-content:flex-end;width:14px;height:42px;font-size:12px;line-height:18px;color:var(--warn)}
    .run i{width:10px;background:currentColor;border-radius:2px 2px 0 0;opacity:.55}
    .run.passed{color:var(--good)}.run.failed,.run.blocked{color:var(--bad)}
    .run.this{outline:1px solid var(--dim);border-radius:3px;margin-left:3px}
    @media (max-width:600px){h1{font-size:1.2rem}.rerun{flex-direction:column}.rerun code{width:100%}}
    """#
}
