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
    .scroll{overflow-x:auto}
    table{border-collapse:collapse;margin:8px 0}caption{text-align:left;white-space:nowrap}th,td{text-align:left;padding:3px 10px;border:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
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
    @media (max-width:600px){h1{font-size:1.2rem}.rerun{flex-direction:column}.rerun code{width:100%}}
    """#
}
