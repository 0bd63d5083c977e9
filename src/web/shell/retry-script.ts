/**
 * Runs inline in every page of both apps. Without one of its first scripts, a page would stay as it
 * was written: a skeleton that never loads. So it loads again after 1, 3, 9, and 27 seconds, or as
 * soon as the browser is online, and then leaves that to the reader. What did arrive is in the
 * cache. A page that works by then stays. Files of browser extensions don't count.
 *
 * The stylesheet loads again in place, at last every 27 seconds: unlike a page without scripts, one
 * without a style may contain typed text.
 * @param works an expression in JavaScript: whether React has started
 */
const retryScript = (works: string): string => `(function(){var key='lost_scripts',t,styled=0;
function works(){return ${works}}
function read(){try{var l=JSON.parse(sessionStorage.getItem(key));
return l&&l.at===location.pathname&&Date.now()-l.last<6e4?l.tries:0}catch(e){return 4}}
function reload(n){if(!works())try{sessionStorage.setItem(key,
JSON.stringify({at:location.pathname,last:Date.now(),tries:n}));location.reload()}catch(e){}}
function retry(){var n=read();if(t||works())return;
addEventListener('online',function(){clearTimeout(t);reload(n)});
t=n<4&&navigator.onLine?setTimeout(reload,1e3*Math.pow(3,n),n+1):-1}
function restyle(l){var href=l.getAttribute('href'),again=function(){clearTimeout(u);
removeEventListener('online',again);l.removeAttribute('href');l.setAttribute('href',href)},
u=navigator.onLine&&setTimeout(again,1e3*Math.pow(3,Math.min(styled++,3)));
addEventListener('online',again)}
function ours(u){return !u||new URL(u).host===location.host}
addEventListener('error',function(e){var s=e.target;if(!s)return;
if(s.rel==='stylesheet'&&ours(s.href))restyle(s);
if(s.type==='module'&&ours(s.src))retry()},true);
addEventListener('unhandledrejection',function(e){
if(/import.*module/i.test(e.reason))retry()})})()`

export const RETRY_SCRIPT = retryScript('self.__reactRouterDataRouter')

/** The console's page is empty until then. */
export const CONSOLE_RETRY_SCRIPT = retryScript(
  "document.querySelector('#console')?.hasChildNodes()",
)
