/** The one stylesheet of all HTML reports. */
export const style = `:root{color-scheme:light dark;--line:#8888;--good:light-dark(#0f5a2a,#4ac26b);--bad:light-dark(#b3261e,#ff8a80);
--unsure:light-dark(#7a5200,#e3b341);--quiet:light-dark(#57606a,#9aa4ad);--good-ground:light-dark(#dff5e3,#12361f);
--bad-ground:light-dark(#fde4e1,#4a1714);--unsure-ground:light-dark(#fdf0c8,#3d2e07);--none-ground:light-dark(#f1f2f3,#24282c)}
body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;background:light-dark(#fff,#16191c);color:light-dark(#1b1f23,#e6e9ec)}
code,pre{font:14px/1.4 ui-monospace,monospace}pre{overflow-x:auto;padding:.5rem;border:1px solid var(--line);border-radius:4px}
li{margin:.25rem 0}dt{font-weight:600}dd{margin:0 0 .5rem}.met::before{content:"✓ "}.unmet::before{content:"✗ "}.unmet{font-weight:600}
a{color:light-dark(#0550ae,#79b8ff)}:focus-visible{outline:3px solid light-dark(#0550ae,#79b8ff);outline-offset:2px}
.scroll{overflow-x:auto}table{border-collapse:collapse;margin:.5rem 0}caption{text-align:left;padding:.25rem 0;color:var(--quiet)}
th,td{border:1px solid var(--line);padding:.25rem .5rem;text-align:left;vertical-align:top}thead th{white-space:nowrap}
.covered{color:var(--good);white-space:nowrap}.missed{color:var(--quiet);white-space:nowrap}.covered::before{content:"● "}.missed::before{content:"○ "}
td ul{list-style:none;margin:0;padding:0}td li{margin:0}.impossible{background:var(--none-ground)}
.badge{display:inline-block;padding:0 .5em;border-radius:4px;font-weight:600;white-space:nowrap;text-decoration:none}
.badge.bad{background:var(--bad-ground);color:var(--bad)}.badge.unsure{background:var(--unsure-ground);color:var(--unsure)}
.badge.good{background:var(--good-ground);color:var(--good)}.badge.none{background:var(--none-ground);color:var(--quiet)}
.finding{border-left:4px solid var(--line);padding:0 0 0 1rem;margin:1rem 0}h3{margin:.5rem 0;overflow-wrap:anywhere}
.map td{text-align:center;padding:2px}.map td a{min-width:2rem;padding:.2rem 0;margin:1px}.map th[scope=row]{font-weight:400;white-space:nowrap}
.map th[scope=rowgroup]{background:var(--none-ground)}
.mutant{border-bottom:1px solid var(--line);padding:.35rem 0}.mutant summary{cursor:pointer;overflow-wrap:anywhere}
.timeline td{min-width:9rem}.timeline th[scope=row]{text-align:right;font-weight:400;font-variant-numeric:tabular-nums}
.timeline .changed{background:var(--unsure-ground)}.timeline .other{font-style:italic}small{color:var(--quiet)}
.replay code{overflow-wrap:anywhere}.replay span{font-weight:600}button{font:inherit;padding:0 .5em}
@media print{:root{color-scheme:light}body{max-width:none;margin:0;font-size:12px}details{break-inside:avoid}}
@media (max-width:40rem){body{margin:1rem auto}h1{font-size:1.5rem}}`;
