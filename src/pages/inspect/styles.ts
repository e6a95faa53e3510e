/** Quiet, dense, and readable by night too: developers keep it open beside their code. */
export const styles = `
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#172033;--muted:#56607a;--line:#e1e5ec;--link:#1747b5;--ok:#0a6b3d;--okbg:#e3f5ea;--bad:#a3221a;--badbg:#fdeceb;--warn:#7a4b00;--warnbg:#fff1d2;--info:#1c4587;--infobg:#e6eefb}
@media(prefers-color-scheme:dark){:root{--bg:#12161f;--card:#1a202c;--ink:#e7ebf3;--muted:#a3adc2;--line:#2d3646;--link:#9dbcff;--ok:#7fdba7;--okbg:#123524;--bad:#ffa9a2;--badbg:#3f1b19;--warn:#ffd489;--warnbg:#3b2c0d;--info:#a9c8ff;--infobg:#1a2c4d}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
a{color:var(--link);text-underline-offset:2px}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:4px}
header{background:var(--card);border-bottom:1px solid var(--line)}
header>div,main,footer{max-width:1240px;margin:0 auto;padding:0 20px}
header>div{display:flex;flex-wrap:wrap;gap:6px 22px;align-items:center;padding-top:12px;padding-bottom:12px}
header strong a{color:inherit;text-decoration:none;font-size:17px}
header dl{display:flex;flex-wrap:wrap;gap:4px 18px;margin:0;font-size:14px}
header dt{display:inline;color:var(--muted)}header dd{display:inline;margin:0 0 0 5px;font-weight:550;font-variant-numeric:tabular-nums}
header form input{width:17em}
header form{display:flex;gap:6px;margin-left:auto;min-width:0;flex-wrap:wrap}
input,button{font:inherit;padding:5px 10px;border:1px solid var(--muted);border-radius:7px;background:var(--card);color:var(--ink);min-width:0}
button{cursor:pointer;font-weight:550}
nav{display:flex;flex-wrap:wrap;gap:4px 16px;padding:14px 0 0;font-size:14px}
section{background:var(--card);border:1px solid var(--line);border-radius:12px;margin:16px 0;overflow:hidden}
h1{font-size:22px;line-height:1.3;margin:20px 0 4px;display:flex;flex-wrap:wrap;gap:6px 12px;align-items:center;overflow-wrap:anywhere}
h2{font-size:15px;margin:0;padding:12px 16px;display:flex;gap:10px;align-items:baseline}
h2 small{color:var(--muted);font-weight:400}
.lead{margin:0;color:var(--muted);overflow-wrap:anywhere}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px}
th{text-align:left;font-weight:550;color:var(--muted);white-space:nowrap}
th,td{padding:7px 10px;border-top:1px solid var(--line);vertical-align:top}
th:first-child,td:first-child{padding-left:16px}th:last-child,td:last-child{padding-right:16px}
td{overflow-wrap:anywhere;min-width:7ch}
td a{white-space:nowrap}
.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.t{white-space:nowrap;font-variant-numeric:tabular-nums}
.m{color:var(--muted)}
.e{margin:0;padding:14px 16px;border-top:1px solid var(--line);color:var(--muted)}
.b{display:inline-block;padding:0 8px;border-radius:99px;font-size:13px;font-weight:600;white-space:nowrap;background:var(--line);color:var(--ink)}
.ok{background:var(--okbg);color:var(--ok)}.bad{background:var(--badbg);color:var(--bad)}.warn{background:var(--warnbg);color:var(--warn)}.info{background:var(--infobg);color:var(--info)}
.advice{border:1px solid var(--line);border-left:4px solid var(--link);background:var(--card);border-radius:8px;padding:10px 14px;margin:14px 0;overflow-wrap:anywhere}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(230px,1fr));margin:0;padding:0 16px 12px;gap:8px 20px}
.facts dt{color:var(--muted);font-size:13px}.facts dd{margin:0;overflow-wrap:anywhere}
pre{margin:0;padding:12px 16px;border-top:1px solid var(--line);overflow:auto;max-height:420px;font:13px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
code{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
details>summary{cursor:pointer;padding:10px 16px;border-top:1px solid var(--line)}
td details>summary{padding:0;border:0;color:var(--link)}td pre{padding:6px 0 0;border:0}
ul{margin:0;padding-left:18px}
footer{color:var(--muted);font-size:13px;padding-bottom:32px}
@media(max-width:560px){header form{margin-left:0;width:100%}header form input{flex:1}}
`;
