import { lightColours } from "../../package/palette.js";

/**
 * The style sheet of all hosted pages. Each page includes it with its nonce. The merchant's colours are variables.
 */
export const styles = `
*,*::before,*::after{box-sizing:border-box}
:root{${lightColours}}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--bg);color:var(--on-bg);font:16px/1.5 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue",Helvetica,Arial,"PingFang HK","Microsoft JhengHei","Noto Sans HK","Noto Sans TC","Noto Sans CJK HK","Noto Sans CJK TC",system-ui,sans-serif}
h1,h2,h3,p,dl,dd,ul,fieldset{margin:0;padding:0}
ul{list-style:none}fieldset{border:0;min-width:0}
a{color:inherit}
.skip{position:absolute;left:-999em}.skip:focus{left:16px;top:8px;z-index:9;background:#fff;color:#1d2536;padding:8px 14px;border-radius:8px}
.vh{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
:focus-visible{outline:3px solid #1747b5;outline-offset:2px;box-shadow:0 0 0 2px #fff}
.top,.foot,.wrap{width:100%;max-width:1040px;margin:0 auto;padding:0 24px}
.top{display:flex;align-items:center;justify-content:space-between;gap:16px;padding-top:22px;padding-bottom:18px}
.who{display:flex;align-items:center;gap:10px;font-weight:650;font-size:17px;min-width:0}
.who svg{flex:none}.who bdi{overflow-wrap:anywhere}
.langs{display:flex;align-items:center;gap:6px;font-size:14px;white-space:nowrap}
.langs a{padding:4px 6px;min-height:24px;text-decoration:none;border-radius:6px}.langs a:hover{text-decoration:underline}
.langs [aria-current]{font-weight:700;text-decoration:underline;text-underline-offset:4px}
.wrap{flex:1;padding-bottom:8px}
.cols{display:grid;grid-template-columns:minmax(0,1.45fr) minmax(0,1fr);gap:24px;align-items:start}
.card{background:#fff;color:var(--ink);border-radius:16px;padding:28px;box-shadow:0 1px 2px rgb(16 24 40/.06),0 8px 28px rgb(16 24 40/.07)}
.card+.card{margin-top:20px}.cols>.card+.card{margin-top:0}
.card h1{font-size:22px;line-height:1.3;font-weight:680;letter-spacing:-.01em;text-wrap:balance}
.card h2{font-size:16px;font-weight:650}
.card .muted,.muted{font-weight:500;color:var(--muted);font-size:14px}
.sum .big{font-size:32px;line-height:1.2;font-weight:720;letter-spacing:-.02em;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;margin:2px 0 18px}
.rows{display:grid;gap:10px;border-top:1px solid var(--line);padding-top:16px}
.rows>div{display:flex;justify-content:space-between;gap:20px;font-size:15px}
.rows dt{color:var(--muted);flex:none;max-width:50%}.rows dd{text-align:right;overflow-wrap:anywhere;min-width:0;font-weight:550}
.items{border-top:1px solid var(--line);margin-top:16px;padding-top:16px}
.items h2{font-size:14px;color:var(--muted);font-weight:500;margin-bottom:8px}
.items li{display:grid;grid-template-columns:auto minmax(0,1fr) auto;gap:0 14px;padding:6px 0;font-size:15px;font-variant-numeric:tabular-nums}
.items li bdi{grid-column:1/3;overflow-wrap:anywhere}.items li span{grid-row:2;white-space:nowrap;color:var(--muted);font-size:14px}.items li b{grid-column:3;grid-row:1;font-weight:550;white-space:nowrap}
.items summary{padding:8px 0;min-height:40px;font-size:15px;font-weight:550;color:var(--accent);cursor:pointer}.items details p{font-size:14px;color:var(--muted)}
.left{display:flex;justify-content:space-between;gap:12px;margin-top:18px;padding:10px 14px;border-radius:10px;background:#f3f5fa;font-size:14px}
.left b{font-variant-numeric:tabular-nums}
form{margin:0}
legend{font-weight:650;font-size:16px;padding:0;margin-bottom:12px}
.ways{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:10px;margin-bottom:22px}.wide{grid-column:1/-1}
.way{position:relative;border-radius:12px}
.way input{position:absolute;inset:0;width:100%;height:100%;margin:0;appearance:none;border:1px solid var(--field);border-radius:12px;cursor:pointer;background:transparent}
.way input:checked{border:2px solid var(--accent);background:rgb(23 71 181/.05)}
.way label{position:relative;pointer-events:none;display:flex;align-items:center;gap:12px;min-height:54px;padding:8px 16px;font-weight:550}
.way label::before{content:"";flex:none;width:20px;height:20px;border-radius:50%;border:2px solid #69748a;background:#fff}
.way input:checked+label::before{border:6px solid var(--accent)}
.way .mark{margin-left:auto;display:flex;gap:6px}
.mark i{font:italic 800 11px/1 Arial,Helvetica,sans-serif;letter-spacing:.02em;padding:6px 7px;border-radius:5px;border:1px solid var(--line);background:#fff;color:#1d2536;white-space:nowrap}
.mark i::before{content:attr(data-mark)}
.mark .VISA{color:#1a1f71}.mark .MASTER{color:#9a3412;font-style:normal}.mark .UNIONPAY{color:#00606b;font-style:normal}
.mark .w{font-style:normal;font-weight:700;color:#fff;border-color:transparent}
.APPLEPAY .w{background:#111}.GOOGLEPAY .w{background:#3c4043}.ALIPAYHK .w,.ALIPAYCN .w{background:#0b5fd0}.WECHATPAY .w{background:#067a3c}
.part{display:none}
form:has([value=CARD]:checked) .CARD.part,form:has([value=APPLEPAY]:checked) .APPLEPAY.part,form:has([value=GOOGLEPAY]:checked) .GOOGLEPAY.part,form:has([value=ALIPAYHK]:checked) .ALIPAYHK.part,form:has([value=ALIPAYCN]:checked) .ALIPAYCN.part,form:has([value=WECHATPAY]:checked) .WECHATPAY.part{display:block}
@supports not selector(:has(a)){.part{display:block}}
.hint{padding:14px 16px;border-radius:10px;background:#f3f5fa;color:var(--ink);font-size:15px}
.grid{display:grid;grid-template-columns:1fr 1fr;gap:16px}
.f{display:grid;gap:6px;align-content:start;min-width:0}.f.all{grid-column:1/-1}
.f label{font-size:14px;font-weight:550}
.f input,.f select{width:100%;min-height:48px;padding:10px 14px;font:inherit;color:var(--ink);background:#fff;border:1px solid var(--field);border-radius:10px}
.f select{appearance:none;padding-right:40px;background:#fff url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='12' height='8' fill='none' stroke='%23566075' stroke-width='2'%3E%3Cpath d='m1 1 5 5 5-5'/%3E%3C/svg%3E") no-repeat right 15px center}
.f input:focus,.f select:focus{outline:2px solid var(--accent);outline-offset:0;border-color:var(--accent);box-shadow:none}
.f input::placeholder{color:#68738a;opacity:1}
.f [aria-invalid=true]{border-color:var(--bad);border-width:2px;padding:9px 13px}
.f [aria-invalid=true]:focus{border-color:var(--bad);outline-color:var(--bad)}
.f .why{color:var(--bad);font-size:14px}
.num{position:relative}.num input{padding-right:104px;font-variant-numeric:tabular-nums}
.num .mark{position:absolute;right:10px;top:50%;transform:translateY(-50%);pointer-events:none}
.alert{border:1px solid #efb8b3;background:var(--badbg);color:#7d1a14;border-radius:12px;padding:14px 16px;margin-bottom:20px;font-size:15px}
.alert b{display:block}.alert:focus{outline:none}
.note{border:1px solid #b9cdf5;background:#f0f5ff;color:#173a85;border-radius:12px;padding:12px 16px;margin-bottom:20px;font-size:15px}
.grid+.f,.part+.mail,.mail+.part,.f+.f{margin-top:16px}.grid .f{margin-top:0}
.go{margin-top:24px;display:grid;gap:8px}
.btn{display:flex;align-items:center;justify-content:center;gap:8px;width:100%;min-height:52px;padding:10px 20px;font:inherit;font-weight:680;letter-spacing:.02em;text-align:center;text-decoration:none;border:0;border-radius:12px;cursor:pointer;background:var(--btn);color:var(--on-btn);font-variant-numeric:tabular-nums}
.btn:hover{filter:brightness(.94)}.btn:active{filter:brightness(.88)}.btn[aria-disabled=true]{cursor:progress}
.quiet{display:flex;align-items:center;justify-content:center;width:100%;min-height:44px;padding:8px 16px;font:inherit;font-weight:550;color:var(--muted);background:none;border:0;border-radius:10px;text-decoration:none;cursor:pointer}
.quiet:hover{background:#f3f5fa;color:var(--ink)}
.box{border:1px solid var(--field);color:var(--ink)}
.safe{display:flex;gap:8px;align-items:center;justify-content:center;margin-top:14px;color:var(--muted);font-size:13px;text-align:center}
.safe svg{flex:none}
.mid{max-width:520px;margin:24px auto 0;width:100%}
.mid .head{text-align:center;display:grid;justify-items:center;gap:8px;margin-bottom:22px}
.mid .head p{color:var(--muted)}
.sign{width:64px;height:64px;margin-bottom:8px}
.foot{padding-top:20px;padding-bottom:28px;text-align:center;font-size:13px}
.bank{display:flex;justify-content:space-between;align-items:center;gap:12px;border-bottom:1px solid var(--line);padding-bottom:14px;margin-bottom:20px;font-weight:650}
.tag{font-size:12px;font-weight:550;color:#6b4700;background:#fff3d6;border-radius:99px;padding:3px 10px}
.two{display:grid;grid-template-columns:1fr 1fr;gap:12px}
.qr{display:grid;justify-items:center;gap:14px;margin:6px 0 20px}.qr .code svg{width:min(240px,70vw);height:auto;border:1px solid var(--line);border-radius:14px;padding:10px;background:#fff}
.wait{display:inline-flex;gap:10px;align-items:center;font-weight:550}
.wait::before{content:"";width:16px;height:16px;border-radius:50%;border:2px solid var(--line);border-top-color:var(--accent);animation:t 1s linear infinite}
@keyframes t{to{transform:rotate(1turn)}}
.tester{border-top:1px dashed var(--field);padding-top:16px;margin-top:18px}.tester p{font-size:14px;color:var(--muted);margin-bottom:10px}
.pick{display:grid;gap:8px;margin-bottom:20px}
.pick label{display:flex;gap:12px;align-items:center;border:1px solid var(--line);border-radius:10px;padding:10px 14px;font-size:15px;cursor:pointer}
.pick input{width:20px;height:20px;margin:0;accent-color:#1747b5}.pick small{margin-left:auto;text-align:right;color:var(--muted);font-size:13px}
.panel{background:#fffaf0;color:#3d2f0b;border-bottom:3px solid #b97800;font-size:14px}
.panel>details{max-width:1040px;margin:0 auto;padding:0 24px}.panel>details[open]{max-height:45vh;overflow:auto}
.panel summary{position:sticky;top:0;background:#fffaf0;cursor:pointer;min-height:44px;padding:10px 0;font-weight:650}
.panel summary small{font-weight:450;font-size:13px;margin-left:8px}
.panel .in{padding:6px 0 22px;display:grid;grid-template-columns:minmax(0,1.6fr) minmax(0,1fr);gap:28px}
.panel h2{font-size:14px;margin:0 0 4px}.panel p{margin-bottom:8px}
.panel table{border-collapse:collapse;width:100%}.panel th,.panel td{text-align:left;padding:3px 12px 3px 0;border-bottom:1px solid #ecdcb8;font-weight:400}
.panel th{font-weight:600}.panel td.n{font-variant-numeric:tabular-nums;white-space:nowrap}
.panel button{font:inherit;color:inherit;background:#fff;border:1px solid #a57c2b;border-radius:8px;min-height:32px;padding:3px 10px;cursor:pointer;white-space:nowrap;font-variant-numeric:tabular-nums}
.panel button:hover{background:#fff1d0}
.panel .acts{display:flex;flex-wrap:wrap;gap:10px;align-items:center}.panel a{color:#234a9e}
@media(max-width:820px){.cols{grid-template-columns:minmax(0,1fr)}.cols .sum{order:-1}.panel .in{grid-template-columns:minmax(0,1fr)}}
@media(max-width:480px){.top,.foot,.wrap,.panel>details{padding-left:14px;padding-right:14px}.top{padding-top:14px;padding-bottom:12px}.card{padding:20px 18px;border-radius:14px}.sum .big{font-size:27px;margin-bottom:14px}.cols{gap:14px}.mid{margin-top:4px}.panel summary small{display:block;margin:0}.panel details:not([open]) small{display:none}.ways{grid-template-columns:minmax(0,1fr)}.way label{padding:8px 12px}.way.CARD label{flex-wrap:wrap}.way.CARD .mark{flex-basis:100%;margin-left:32px}}
.by-touch{display:none}
@media (hover:none) and (pointer:coarse) and (max-width:600px),(hover:none) and (pointer:coarse) and (max-height:480px){.by-touch{display:flex}.code:has(+.by-touch){display:none}}
.go:empty{display:none}
@media(max-width:360px){.way.CARD .mark{gap:4px}.way.CARD .mark i{padding:5px;font-size:10px}.grid{grid-template-columns:minmax(0,1fr)}.rows>div{gap:10px}}
@media(prefers-reduced-motion:reduce){*{animation:none!important}}
@media print{.panel,.go{display:none}}
`.replace(/\n/g, "");
