/**
 * Runs inline in every page. When the code of the next page doesn't load, because a new version
 * has replaced it, the router reloads the current page. The reloaded page then opens the next one,
 * once: with its state, and with the current one before it in the history.
 *
 * Without a network, the reload would end at the browser's error page, and a half-filled form would
 * be lost. So we don't follow the link, and `TroubleBanner` tells why. A service worker has all
 * pages, so there we do.
 */
export const RESUME_SCRIPT = `(function(){var key='heading_for';
function here(){return location.pathname+location.search+location.hash}
function next(){var r=self.__reactRouterDataRouter,l=r&&r.state.navigation.location,
to=l&&l.pathname+l.search+l.hash,s=history.state;
return l&&to!==here()?{from:here(),to:to,
state:{usr:l.state,key:l.key,idx:(s&&s.idx||0)+1}}:null}
try{var n=JSON.parse(sessionStorage.getItem(key));sessionStorage.removeItem(key);
if(n&&n.from===here()&&performance.getEntriesByType('navigation')[0].type==='reload'){
history.pushState(n.state,'',n.to);location.reload()}}catch(e){}
addEventListener('pagehide',function(){try{var n=next();
if(n)sessionStorage.setItem(key,JSON.stringify(n));else sessionStorage.removeItem(key)}catch(e){}});
addEventListener('click',function(e){
var t=e.target,a=t.closest&&t.closest('a[href]'),w=navigator.serviceWorker;
if(a&&!navigator.onLine&&a.host===location.host&&a.pathname!==location.pathname
&&!(w&&w.controller)){e.preventDefault();e.stopPropagation();
dispatchEvent(new Event('unreachable'))}},true)})()`
