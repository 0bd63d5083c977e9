declare global {
  interface Window {
    /** Gives React what was done before it came. */
    replayEarlyInput?: () => void
  }
}

/**
 * Runs inline in every page. A written page can be used before React has arrived, but React begins
 * with what the page was written with. So this notes which fields were changed, which buttons were
 * pressed, and which form was sent (the browser would put its fields in the address), and does all
 * that once more when React listens.
 *
 * An event may arrive while React is taking over. React then finishes that in the middle of the
 * event, and handles the event itself: presses are noted last, so that they count once. Values are
 * noted first, since React may reset them before the change event. They are put back at once, and
 * reported when the event is over. React takes note of a value only if it differs from the last
 * one that it has set or seen.
 */
export const EARLY_INPUT_SCRIPT = `(function(){
var values=new Map,presses=new Map;
function key(t){return/^(checkbox|radio)$/.test(t.type)?'checked':'value'}
function put(v,t){
Object.getOwnPropertyDescriptor(Object.getPrototypeOf(t),key(t)).set.call(t,v)}
function keep(e){values.set(e.target,e.target[key(e.target)])}
function press(e){var b=e.target.closest('button[type=button]');if(b)presses.set(b)}
function send(e){e.preventDefault();presses.set(e.target,e.submitter)}
function fire(t,n){t.dispatchEvent(new Event(n,{bubbles:true}))}
function report(v,t){if(!t.isConnected)return;
if(key(t)==='checked'){t.checked=!v;t.click()}
else{t.value='';put(v,t);fire(t,'input');fire(t,'change')}}
function repeat(by,t){if(!t.isConnected)return;
if(t.requestSubmit)t.requestSubmit(by);else t.click()}
addEventListener('input',keep,true);
addEventListener('click',press);addEventListener('submit',send);
self.replayEarlyInput=function(){delete self.replayEarlyInput;
removeEventListener('click',press);removeEventListener('submit',send);
values.forEach(put);
setTimeout(function(){
removeEventListener('input',keep,true);
values.forEach(report);presses.forEach(repeat)})}})()`
