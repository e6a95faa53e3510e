import { allColours, sequenceStyle, typeface } from "../../../package/palette.js";

/** Quiet and dense, with a dark theme, because developers keep it open next to their code. */
export const consoleStyles = `
${allColours}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 ${typeface}}
a{color:var(--accent);text-underline-offset:2px}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-999em}.skip:focus{left:12px;top:8px;z-index:9;background:var(--card);padding:8px 14px}
header{background:var(--card);border-bottom:1px solid var(--line)}
.top,.clock,nav,main,footer{max-width:1320px;margin:0 auto;padding:0 20px}
.top{display:flex;flex-wrap:wrap;gap:8px 18px;align-items:center;padding-top:12px}
.top strong a{color:inherit;text-decoration:none;font-size:17px}
.lane{color:var(--muted);min-width:0;overflow-wrap:anywhere}.lane i{font-style:normal}.lane a{font-weight:600}
.find{display:flex;gap:6px;margin-left:auto;min-width:0}.find input{width:17em}
.clock{display:flex;flex-wrap:wrap;gap:6px 12px;align-items:center;padding-top:8px;font-size:14px;min-height:46px}
.clock b{font-weight:600;font-variant-numeric:tabular-nums}.clock form{display:flex;gap:6px;align-items:center}
.clock .f{display:flex;gap:6px;align-items:center;margin:0}.clock .f span{margin:0}.clock [name=by]{width:5em}.clock [name=at]{width:15em}
.clock details[open]{flex-basis:100%}.clock summary{cursor:pointer;color:var(--accent)}
nav{display:flex;flex-wrap:wrap;gap:0 4px;padding-top:8px}
nav a{padding:8px 11px;text-decoration:none;color:var(--ink);border-bottom:3px solid transparent}
nav a:hover{background:var(--bg)}nav a[aria-current]{border-color:var(--accent);font-weight:600}
.new{margin-left:6px;padding:0 7px;border-radius:99px;background:var(--accent);color:var(--card);font-size:12px}
input,select,textarea,button{font:inherit;font-size:14px;padding:5px 10px;border:1px solid var(--field);border-radius:7px;background:var(--card);color:var(--ink);min-width:0;max-width:100%;min-height:32px}
input[type=checkbox]{min-height:0;width:18px;height:18px;accent-color:var(--accent)}
button,.button{cursor:pointer;font-weight:550;white-space:nowrap}
.button{display:inline-block;padding:4px 10px;border:1px solid var(--field);border-radius:7px;font-size:14px;text-decoration:none;background:var(--card);color:var(--ink)}
button:hover:not(:disabled),.button:hover{border-color:var(--accent)}button:disabled{opacity:.5;cursor:default}
.risky{border-color:var(--bad);color:var(--bad)}.first{background:var(--accent);border-color:var(--accent);color:var(--card)}
.live i{display:inline-block;width:9px;height:9px;border-radius:50%;background:var(--field);margin-right:4px}
.live[aria-pressed=true] i{background:var(--good)}
section{background:var(--card);border:1px solid var(--line);border-radius:12px;margin:16px 0;overflow:hidden}
h1{font-size:22px;line-height:1.3;margin:20px 0 4px;display:flex;flex-wrap:wrap;gap:6px 12px;align-items:center;overflow-wrap:anywhere;min-width:0}
.head{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;justify-content:space-between;padding:10px 16px}
h2{font-size:15px;margin:0;overflow-wrap:anywhere}h2 small{color:var(--muted);font-weight:400}
h3{font-size:14px;margin:0 0 6px}
.lead{margin:0;color:var(--muted);overflow-wrap:anywhere}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px}
th{text-align:left;font-weight:550;color:var(--muted);white-space:nowrap}
th,td{padding:7px 10px;border-top:1px solid var(--line);vertical-align:top}
th:first-child,td:first-child{padding-left:16px}th:last-child,td:last-child{padding-right:16px}
td{overflow-wrap:break-word}td a{white-space:nowrap}td.x,td.x a{overflow-wrap:anywhere;max-width:42ch;min-width:12ch;white-space:normal}
tr:focus-within td{background:var(--infobg)}tr.fresh td{animation:fresh 3s}
@keyframes fresh{from{background:var(--fresh)}}
.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.t{white-space:nowrap;font-variant-numeric:tabular-nums}.ago{display:block;color:var(--muted);font-size:13px}
.facts .ago,.clock .ago{display:inline;margin-left:8px}
.m{color:var(--muted)}
.e{margin:0;padding:14px 16px;border-top:1px solid var(--line);color:var(--muted)}
.b{display:inline-block;padding:0 8px;border-radius:99px;font-size:13px;font-weight:600;white-space:nowrap;background:var(--chip);color:var(--ink);max-width:100%;overflow:hidden;text-overflow:ellipsis;vertical-align:bottom}
.ok{background:var(--okbg);color:var(--ok)}.bad{background:var(--badbg);color:var(--bad)}.warn{background:var(--warnbg);color:var(--warn)}.info{background:var(--infobg);color:var(--info)}
.advice{border:1px solid var(--line);border-left:4px solid var(--accent);background:var(--card);border-radius:8px;padding:10px 14px;margin:14px 0;overflow-wrap:anywhere}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(230px,100%),1fr));margin:0;padding:4px 16px 14px;gap:8px 20px}
.facts dt{color:var(--muted);font-size:13px}.facts dd{margin:0;overflow-wrap:anywhere}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:12px;margin:16px 0}
.tiles>*{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:10px 14px;color:var(--muted);font-size:13px;text-decoration:none;overflow-wrap:anywhere}
.tiles b{display:block;font-size:20px;color:var(--ink);font-variant-numeric:tabular-nums}.tiles span b{font-size:13px;line-height:30px}
pre{margin:0;padding:12px 16px;border-top:1px solid var(--line);overflow:auto;max-height:420px;font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
code,kbd,textarea{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
textarea{width:100%;min-height:150px}.opens{display:grid;gap:12px}.opens>.f>select,.opens>button{width:fit-content}.opens>.hint{margin:0;font-size:13px;color:var(--muted)}#again .do{width:100%;max-width:900px}[name="when.operation"]{width:16em}
details>summary{cursor:pointer;padding:10px 16px;border-top:1px solid var(--line)}
td details>summary,.clock summary,form summary{padding:0;border:0;color:var(--accent)}td pre{padding:6px 0 0;border:0}
.row,.do,.filter{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:end}
.acts{padding:0 16px 14px;display:flex;flex-wrap:wrap;gap:8px;align-items:end}
.f{display:grid;gap:2px;font-size:13px;color:var(--muted);min-width:0}.f:has([type=checkbox]){align-self:center}
.filter input[name=find]{width:20em}.only{padding-top:14px}
.do.rule{display:block;padding:0 16px 16px}.do.rule>.row{margin:8px 0}.do.rule details{margin:10px 0}.do.rule details .row{margin-top:8px}
.pages{display:flex;gap:16px;padding:10px 16px;border-top:1px solid var(--line)}
.gap{color:var(--muted);font-size:13px;grid-column:3}
.story{list-style:none;margin:0;padding:0 16px 14px}.story li{display:grid;grid-template-columns:minmax(0,22ch) 22px minmax(0,1fr);gap:0 8px;padding:5px 0;overflow-wrap:anywhere}
.story .dot{border-left:2px solid var(--line);margin-left:9px;position:relative}.story .dot::before{content:"";position:absolute;left:-7px;top:6px;width:12px;height:12px;border-radius:50%;background:var(--chip);border:2px solid var(--card)}
.story .good .dot::before{background:var(--good)}.story .wrong .dot::before{background:var(--bad)}
.story .wait{padding:0}.story .t{white-space:normal;font-size:13px;color:var(--muted)}
${sequenceStyle}
.seq{padding:0 16px 16px}.seq svg{display:block;min-width:560px;width:100%;max-width:900px;height:auto;font-size:13px}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(300px,100%),1fr));gap:12px;padding:0 16px 16px}
.cards>article{border:1px solid var(--line);border-radius:10px;padding:10px 14px;display:grid;gap:6px;align-content:start}.cards p{margin:0;font-size:14px;color:var(--muted);overflow-wrap:anywhere}
.off{opacity:.75}
dialog{border:1px solid var(--line);border-radius:12px;background:var(--card);color:var(--ink);max-width:min(480px,92vw);padding:18px 22px}dialog::backdrop{background:rgb(10 14 24/.5)}
dialog dl div{display:flex;gap:14px}dialog dd{margin:0}dialog dt{min-width:4em}dialog p{overflow-wrap:anywhere}
kbd{border:1px solid var(--field);border-radius:5px;padding:0 6px}
.said{position:fixed;right:16px;bottom:16px;z-index:5;max-width:min(460px,92vw);margin:0;padding:10px 14px;border-radius:10px;background:var(--ink);color:var(--card);overflow-wrap:anywhere}.said:empty{display:none}.said a{color:inherit}.said.wrong{background:var(--bad)}
.how pre{max-height:180px}
footer{color:var(--muted);font-size:13px;padding-bottom:40px}footer .how{color:var(--ink)}
.menu{display:none}.comparable .t,.facts .t{white-space:normal}.comparable .t{display:inline-block;min-width:11ch}
.differs td{background:var(--warnbg)}.differs td:first-child{box-shadow:inset 4px 0 var(--warn)}
th a{color:inherit}th a:hover{color:var(--accent)}
td>input[type=checkbox]{margin:3px}
.fork{display:inline-block;margin-left:8px;font-size:13px}
@media(max-width:720px){.top{flex-wrap:nowrap;gap:8px;padding-top:6px;padding-bottom:6px}.top strong a{font-size:15px}.top .lane{flex:1;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.top .lane i{display:none}.menu{display:inline-block;padding:5px 10px;border:1px solid var(--field);border-radius:7px;font-size:14px;font-weight:550}.menu input{position:absolute;opacity:0}.menu:focus-within{outline:3px solid var(--accent);outline-offset:2px}.menu:has(:checked){background:var(--bg)}header:not(:has(.menu :checked)) :is(.find,.clock,nav,.reset){display:none}header:has(.menu :checked) .top{flex-wrap:wrap}.find{margin-left:0;width:100%}.find input{flex:1;width:auto}.filter .f{width:calc(50% - 6px)}.filter .f:has([name=find]),.filter .f>*,.filter .f input[name=find]{width:100%}.top,.clock,nav,main,footer{padding-left:12px;padding-right:12px}nav{flex-wrap:nowrap;overflow-x:auto}nav a{white-space:nowrap}.story li{grid-template-columns:22px minmax(0,1fr)}.story .when,.story .gap{grid-column:2}.story .dot{grid-row:1/span 2}.wide{overflow:visible}thead:not(.sorts),.sorts th:not(:has(a)){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.sorts tr{display:flex;flex-wrap:wrap;gap:4px 14px;padding:9px 16px}.sorts th{padding:0;border:0}table,tbody,tr,td,td.x{display:block;max-width:none;min-width:0}tr{border-top:1px solid var(--line);padding:9px 0}td,td:first-child{border:0;padding:3px 16px 3px 122px;position:relative;min-height:28px;overflow-wrap:anywhere}td::before{content:attr(data-head);position:absolute;left:16px;width:100px;color:var(--muted);font-size:13px}td.n{text-align:left;white-space:normal}td a{white-space:normal}}
@media(prefers-reduced-motion:reduce){*{animation:none!important}}
@media print{.js,nav,.find{display:none!important}}
`.replace(/\n/g, "");
