/**
 * Runs inline in every page of both apps. Without one of its first scripts, a page would stay as it
 * was written: a skeleton that never loads. So it loads again after 1, 3, 9, and 27 seconds, or as
 * soon as the browser is online, and then leaves that to the reader. What did arrive is in the
 * cache. A page that works by then stays. Scripts of browser extensions don't count.
 * @param works an expression in JavaScript: whether React has started
 */
const retryScript = (works: string): string => `(function(){var key='lost_scripts',t;
function works(){return ${works}}
function read(){try{var l=JSON.parse(sessionStorage.getItem(key));
return l&&l.at===location.pathname&&Date.now()-l.last<6e4?l.tries:0}catch(e){return 4}}
function reload(n){if(!works())try{sessionStorage.setItem(key,
JSON.stringify({at:location.pathname,last:Date.now(),tries:n}));location.reload()}catch(e){}}
function retry(){var n=read();if(t||works())return;
addEventListener('online',function(){clearTimeout(t);reload(n)});
t=n<4&&navigator.onLine?setTimeout(reload,1e3*Math.pow(3,n),n+1):-1}
addEventListener('error',function(e){var s=e.target;
if(s&&s.type==='module'&&(!s.src||new URL(s.src).host===location.host))retry()},true);
addEventListener('unhandledrejection',function(e){
if(/import.*module/i.test(e.reason))retry()})})()`

export const RETRY_SCRIPT = retryScript('self.__reactRouterDataRouter')

/** The console's page is empty until then. */
export const CONSOLE_RETRY_SCRIPT = retryScript(
  "document.querySelector('#console')?.hasChildNodes()",
)
