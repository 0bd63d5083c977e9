declare global {
  interface Window {
    /** Passes on to React what the visitor did before it loaded. */
    replayEarlyInput?: () => void
  }
}

/**
 * Runs inline in every page. A prerendered page can be used before React has loaded, but React
 * starts from the prerendered state. So this records changed fields, clicked buttons, and a
 * submitted form (the browser would put its fields in the address), and replays all of it once
 * React listens.
 *
 * An event may arrive while React is taking over. React then finishes hydrating in the middle of
 * the event and handles the event itself, so we record clicks last to count them once. We record
 * values first, since React may reset them before the change event. We restore them at once, and
 * report them when the event is over. React notices a value only if it differs from the last one
 * that it has set or seen.
 *
 * Pages are prerendered in English. If another language is loading, React renders everything again
 * when it arrives, and clicks made until then would be lost. So we hold clicks back until that is
 * done. We find an element again among the similar ones in its part of the same page, ignoring
 * texts. If their number has changed by then, we don't know which one was meant, and drop the
 * click: clicking another button would be worse.
 *
 * The texts may arrive a moment before React has rendered them, and what the old page receives is
 * lost with it. So we wait, at most ten seconds, until no recorded element of the old page is left.
 */
export const EARLY_INPUT_SCRIPT = `(function(){
var values=new Map,presses=new Map,spots=new Map,page=document.documentElement.classList,
hold=page.contains('translating');
function mark(t){var u=t.querySelector('use');return[location.pathname,t.type,t.name,
t.tagName==='BUTTON'&&t.className,u&&u.getAttribute('href')]+''}
function like(s){return[].filter.call((s[0]&&document.querySelector(s[0])||document)
.getElementsByTagName(s[1]),function(e){return mark(e)===s[2]})}
function spot(t){var p=t.closest('main,header,footer'),s=[p&&p.tagName,t.tagName,mark(t)],l=like(s);
spots.set(t,s.concat(l.length,l.indexOf(t)))}
function now(t){if(!t||t.isConnected)return t;var s=spots.get(t),l=s&&like(s);
return l&&l.length===s[3]?l[s[4]]:null}
function key(t){return/^(checkbox|radio)$/.test(t.type)?'checked':'value'}
function put(v,t){
Object.getOwnPropertyDescriptor(Object.getPrototypeOf(t),key(t)).set.call(t,v)}
function keep(e){spot(e.target);values.set(e.target,e.target[key(e.target)])}
function note(e,t,by){spot(t);if(by)spot(by);presses.set(t,by);if(hold)e.stopPropagation()}
function press(e){var b=e.target.closest('button[type=button]');if(b)note(e,b)}
function send(e){e.preventDefault();note(e,e.target,e.submitter)}
function fire(t,n){t.dispatchEvent(new Event(n,{bubbles:true}))}
function report(v,t){t=now(t);if(!t)return;
if(key(t)==='checked'){t.checked=!v;t.click()}
else{t.value='';put(v,t);fire(t,'input');fire(t,'change')}}
function repeat(by,t){t=now(t);if(!t)return;
if(t.requestSubmit)t.requestSubmit(now(by));else t.click()}
addEventListener('input',keep,true);
addEventListener('click',press,hold);addEventListener('submit',send,hold);
function isOld(m){for(var t of m.keys())if(t.isConnected)return true}
self.replayEarlyInput=function(){if(page.contains('translating'))return;
delete self.replayEarlyInput;give(200)};
function give(n){if(hold&&n&&document.documentElement.lang!=='en'&&(isOld(values)||isOld(presses)))
return setTimeout(give,50,n-1);
removeEventListener('click',press,hold);removeEventListener('submit',send,hold);
values.forEach(put);
setTimeout(function(){
removeEventListener('input',keep,true);
values.forEach(report);presses.forEach(repeat)})}})()`
