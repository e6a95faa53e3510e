import { allColours, monospace, sequenceStyle, typeface } from "../../package/palette.js";

/** The one stylesheet of all HTML reports: the console's colours, type and diagram. */
export const style = `${allColours}
*{box-sizing:border-box}body{font:15px/1.5 ${typeface};margin:0;background:var(--bg);color:var(--ink)}
main{max-width:1180px;margin:0 auto;padding:24px 20px 60px}h1{font-size:26px;line-height:1.25;margin:0 0 8px;text-wrap:balance}h2{font-size:19px;margin:36px 0 12px}
h3{font-size:16px;margin:0;display:flex;flex-wrap:wrap;gap:6px 10px;align-items:center;overflow-wrap:anywhere}
code,pre,kbd{font:13px/1.45 ${monospace}}code{overflow-wrap:anywhere}
pre{overflow-x:auto;padding:10px 12px;background:var(--bg);border:1px solid var(--line);border-radius:8px}
p{margin:8px 0}li{margin:3px 0}dt{font-weight:600}dd{margin:0 0 8px}small{color:var(--muted);font-weight:400;font-size:13px}
.met::before{content:"✓ ";color:var(--ok)}.unmet::before{content:"✗ "}.unmet{font-weight:600;color:var(--bad)}.note{color:var(--muted)}
a{color:var(--accent);text-underline-offset:2px}:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
.scroll{overflow-x:auto}table{border-collapse:collapse;margin:8px 0;background:var(--card)}caption{text-align:left;padding:4px 0;color:var(--muted)}
th,td{border:1px solid var(--line);padding:4px 9px;text-align:left;vertical-align:top}thead th{white-space:nowrap;color:var(--muted);font-weight:600;font-size:13px}
.covered{color:var(--ok);white-space:nowrap}.missed{color:var(--muted);white-space:nowrap}.covered::before{content:"● "}.missed::before{content:"○ "}
td ul{list-style:none;margin:0;padding:0}td li{margin:0}.impossible{background:var(--bg)}
.badge{display:inline-block;padding:1px 9px;border-radius:99px;font-weight:600;font-size:14px;white-space:nowrap;text-decoration:none}
.counts .badge{white-space:normal}
.badge.bad{background:var(--badbg);color:var(--bad)}.badge.unsure{background:var(--warnbg);color:var(--warn)}
.badge.good{background:var(--okbg);color:var(--ok)}.badge.none{background:var(--chip);color:var(--muted)}
.about{color:var(--muted);margin:0}.tiles{display:flex;flex-wrap:wrap;gap:12px;margin:18px 0 0;padding:0;list-style:none}
.tiles li{flex:1 1 190px;max-width:340px;margin:0;padding:10px 14px;background:var(--card);border:1px solid var(--line);border-radius:12px;border-top:4px solid var(--bad)}
.tiles b{display:block;font-size:22px;line-height:1.3;font-variant-numeric:tabular-nums;color:var(--bad)}
.counts{display:flex;flex-wrap:wrap;gap:6px;margin:14px 0 0;padding:0;list-style:none}.counts li{margin:0}
.finding{background:var(--card);border:1px solid var(--line);border-left:5px solid var(--line);border-radius:12px;padding:16px 18px;margin:0 0 16px}
.finding:has(.badge.bad){border-left-color:var(--bad)}.finding h3 .sum{margin-left:auto;color:var(--bad);font-variant-numeric:tabular-nums}
.sides-by-side{display:grid;gap:4px 24px;grid-template-columns:minmax(0,1fr) minmax(0,1fr)}.sides-by-side>*{min-width:0}
.sides th{white-space:nowrap}.cure{background:var(--okbg);border-radius:8px;padding:10px 12px}summary{cursor:pointer;padding:3px 0;overflow-wrap:anywhere}summary:hover{color:var(--accent)}
${sequenceStyle}
.seq svg{max-width:100%}.seq .lost line{stroke:var(--bad);stroke-dasharray:5 4}.seq .lost text,.seq .lost .end{fill:var(--bad)}
.map td{text-align:center;padding:2px}.map td a{min-width:34px;padding:3px 0;margin:1px;border-radius:6px}.map th[scope=row]{font-weight:400;min-width:15rem;overflow-wrap:anywhere}
.map th[scope=rowgroup]{background:var(--bg);font-size:13px}.key{color:var(--muted)}
.mutant{background:var(--card);border:1px solid var(--line);border-width:0 1px 1px;padding:5px 12px}section>.mutant:first-of-type{border-top-width:1px;border-radius:12px 12px 0 0}.mutant:last-of-type{border-radius:0 0 12px 12px}
[id^=mutant-]{scroll-margin-top:3rem}.timeline td{min-width:9rem}.timeline th[scope=row]{text-align:right;font-weight:400;font-variant-numeric:tabular-nums;color:var(--muted)}
.timeline .changed{background:var(--warnbg)}.timeline .other{font-style:italic}
.replay{display:flex;flex-wrap:wrap;gap:6px 10px;align-items:center;padding:7px 10px;background:var(--bg);border-radius:8px}.replay code{flex:1 1 16rem}.replay span{font-weight:600}
button{font:inherit;font-size:13px;padding:2px 10px;border:1px solid var(--field);border-radius:7px;background:var(--card);color:var(--ink);cursor:pointer}
@media print{:root{color-scheme:light}body{background:none;font-size:12px}main{max-width:none;padding:0}details,.finding{break-inside:avoid}}
@media (max-width:48rem){main{padding:16px 12px 40px}h1{font-size:21px}.sides-by-side{grid-template-columns:minmax(0,1fr)}.finding{padding:12px}.finding h3 .sum{margin-left:0}
.sides th{white-space:normal}.sides,.sides tbody,.sides tr,.sides th,.sides td{display:block;border:0;padding:1px 0}.sides thead{display:none}.sides tr{border-bottom:1px solid var(--line);padding:5px 0}
.sides td::before{content:attr(data-of) " ";color:var(--muted)}}`;
