/**
 * Runs inline in every page. Without one of its first scripts, a page would stay as it was written:
 * a skeleton that never loads. So it loads again after 1, 3, 9, and 27 seconds, or as soon as the
 * browser is online, and then leaves that to the reader. What did arrive is in the cache.
 */
export const RETRY_SCRIPT = `(function(){var key='lost_scripts',t;
function read(){try{var l=JSON.parse(sessionStorage.getItem(key));
return l&&l.at===location.pathname&&Date.now()-l.last<6e4?l.tries:0}catch(e){return 4}}
function reload(n){try{sessionStorage.setItem(key,
JSON.stringify({at:location.pathname,last:Date.now(),tries:n}));location.reload()}catch(e){}}
addEventListener('error',function(e){var n=read();
if(t||!e.target||e.target.tagName!=='SCRIPT'||self.__reactRouterDataRouter)return;
addEventListener('online',function(){clearTimeout(t);reload(n)});
t=n<4&&navigator.onLine?setTimeout(reload,1e3*Math.pow(3,n),n+1):-1},true)})()`
