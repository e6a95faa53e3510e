/**
 * The pages' whole script: it spares the shopper typing and waiting, and nothing depends on it. Kept as text, because it
 * runs in the browser as it stands and goes into the page under its nonce.
 */
export const script = `(function(){
"use strict";
var d=document,$=function(s,r){return (r||d).querySelector(s)},all=function(s,r){return [].slice.call((r||d).querySelectorAll(s))};
function digits(v){return v.replace(/\\D/g,"")}
function brand(n){return /^4/.test(n)?"VISA":/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(n)?"MASTER":/^62/.test(n)?"UNIONPAY":""}
function luhn(n){var s=0,i,x;for(i=0;i<n.length;i++){x=+n[n.length-1-i]*(i%2?2:1);s+=x>9?x-9:x}return n.length>0&&s%10===0}
function retype(el,format){el.addEventListener("input",function(){
 var at=digits(el.value.slice(0,el.selectionStart)).length,end=el.selectionStart===el.value.length,v=format(el.value);
 if(v===el.value)return;el.value=v;if(end)return;
 var i=0,n=0;while(i<v.length&&n<at){if(/\\d/.test(v[i]))n++;i++}el.setSelectionRange(i,i)})}
function mmyy(v){var x=digits(v).slice(0,4);if(/^[2-9]/.test(x))x="0"+x.slice(0,3);
 return x.length>2?x.slice(0,2)+"/"+x.slice(2):x.length===2&&/\\/$/.test(v)?x+"/":x}

var form=$("form[data-card-form]");
if(form){
 var num=$("#card-number"),exp=$("#card-expiry"),cvc=$("#card-cvc"),msg=JSON.parse(form.getAttribute("data-messages")),
 brands=(form.getAttribute("data-brands")||"").split(","),bins=(form.getAttribute("data-bins")||"").split(",").filter(Boolean).map(function(b){return b.split("-")}),now=+form.getAttribute("data-now");
 var mark=$(".num .mark");
 var showBrand=function(){if(!mark||!num)return;var b=brand(digits(num.value));mark.textContent="";if(b){var i=d.createElement("i");i.className=b;i.textContent=msg.brands[b];mark.appendChild(i)}};
 if(num){retype(num,function(v){return digits(v).slice(0,19).replace(/(\\d{4})(?=\\d)/g,"$1 ")});num.addEventListener("input",showBrand);showBrand();
  retype(exp,mmyy);cvc.addEventListener("input",function(){var v=digits(cvc.value).slice(0,4);if(v!==cvc.value)cvc.value=v})}
 var why=function(el,text){var id=el.id+"-why",p=d.getElementById(id),by=(el.getAttribute("aria-describedby")||"").split(" ").filter(function(x){return x&&x!==id});
  if(text){if(!p){p=d.createElement("p");p.id=id;p.className="why";el.closest(".f").appendChild(p)}p.textContent=text;el.setAttribute("aria-invalid","true");by.push(id)}
  else{if(p)p.remove();el.removeAttribute("aria-invalid")}
  if(by.length)el.setAttribute("aria-describedby",by.join(" "));else el.removeAttribute("aria-describedby")};
 var checks={number:function(){var n=digits(num.value),b=brand(n);
   if(n.length<12||!luhn(n))return msg.number;if(brands.indexOf(b)<0)return msg.brand;
   if(bins.length&&!bins.some(function(r){var x=n.slice(0,r[0].length);return x>=r[0]&&x<=r[1]}))return msg.bin;return ""},
  expiry:function(){var m=/^(0[1-9]|1[0-2])\\/(\\d\\d)$/.exec(exp.value);if(!m)return msg.expiry;return now>=Date.UTC(2000+ +m[2],+m[1],1,12)?msg.expired:""},
  cvc:function(){return /^\\d{3,4}$/.test(cvc.value)?"":msg.cvc}};
 var pairs=num?[[num,"number"],[exp,"expiry"],[cvc,"cvc"]]:[];
 pairs.forEach(function(p){p[0].addEventListener("blur",function(){if(p[0].value&&p[0].getAttribute("aria-invalid"))why(p[0],checks[p[1]]())});
  p[0].addEventListener("input",function(){if(p[0].getAttribute("aria-invalid")&&!checks[p[1]]())why(p[0],"")})});
 var byCard=function(){var m=$("input[name=method]:checked",form);return num&&(!m||m.value==="CARD")};
 form.addEventListener("submit",function(e){
  if(!byCard())return;
  var first=null;pairs.forEach(function(p){var text=checks[p[1]]();why(p[0],text);if(text&&!first)first=p[0]});
  if(!first)return;
  e.preventDefault();var a=$("[data-testid=error]",form);
  if(!a){a=d.createElement("div");a.className="alert";a.setAttribute("role","alert");a.setAttribute("data-testid","error");form.insertBefore(a,form.firstChild)}
  a.textContent=msg.summary;first.focus()});
 all("[data-fill]").forEach(function(b){b.disabled=false;b.addEventListener("click",function(){
  var m=$("input[name=method][value=CARD]",form);if(m)m.checked=true;if(!num)return;
  num.value=b.getAttribute("data-fill");exp.value=b.getAttribute("data-expiry");cvc.value="123";
  var h=$("#card-holder");if(h&&!h.value)h.value="CHAN TAI MAN";
  num.dispatchEvent(new Event("input"));pairs.forEach(function(p){why(p[0],"")});
  var pay=$("[data-testid=pay]");if(pay){pay.scrollIntoView({block:"center"});pay.focus()}})});
}

/* A second press of a button sends nothing twice. */
all("form").forEach(function(f){f.addEventListener("submit",function(e){
 if(e.defaultPrevented)return;if(f.getAttribute("data-sent")){e.preventDefault();return}
 f.setAttribute("data-sent","1");var b=e.submitter;
 if(b){b.setAttribute("aria-disabled","true");var w=b.getAttribute("data-working");var was=b.textContent;if(w)b.textContent=w;
 /* An app's own address leaves the page where it is. */
 setTimeout(function(){f.removeAttribute("data-sent");b.removeAttribute("aria-disabled");b.textContent=was},8000)}})});
/* Back from the shop, out of the browser's memory: look again at how the order stands. */
addEventListener("pageshow",function(e){if(e.persisted)location.reload()});

function go(u){location.href=u}
function two(n){return (n<10?"0":"")+n}
function clock(ms){var s=Math.max(0,Math.ceil(ms/1000)),h=Math.floor(s/3600),m=Math.floor(s/60)%60;return (h?h+":":"")+two(m)+":"+two(s%60)}

var left=$("[data-left]");
if(left){var until=performance.now()+ +left.getAttribute("data-left"),tick=setInterval(function(){
 var ms=until-performance.now();left.textContent=clock(ms);if(ms<=0){clearInterval(tick);setTimeout(look,500)}},500)}
function look(){var u=left.getAttribute("data-status");fetch(u,{cache:"no-store"}).then(function(r){return r.json()}).then(function(s){if(s.status!=="OPEN")go(left.getAttribute("data-home"))}).catch(function(){})}

var cont=$("[data-countdown]");
if(cont){var at=performance.now()+1000*cont.getAttribute("data-countdown"),label=$("[data-seconds]",cont),t=setInterval(function(){
 var s=Math.max(0,Math.ceil((at-performance.now())/1000));label.textContent="(00:"+two(s)+")";if(s<=0){clearInterval(t);go(cont.getAttribute("href"))}},200);
 cont.addEventListener("click",function(){clearInterval(t)})}

var wait=$("[data-wait]");
if(wait){var ask=function(){fetch(wait.getAttribute("data-wait"),{cache:"no-store"}).then(function(r){return r.json()}).then(function(s){
 if(s.status!=="OPEN"||s.declines>+wait.getAttribute("data-declines"))go(wait.getAttribute("data-next"));else setTimeout(ask,1000)}).catch(function(){setTimeout(ask,2000)})};setTimeout(ask,1000)}
})();`;
