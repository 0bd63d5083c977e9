/**
 * Runs first, inline in every page. It tells the browser which strings may become markup or the
 * address of a script, and all others are refused, wherever they come from. We allow the empty
 * script that React begins a script element with, the blanks that the router puts into it, our
 * service worker, and the workers that check proofs. React needs the first two when it renders a
 * whole page again, for example after a translator or an extension has changed it.
 */
export const TRUSTED_TYPES_SCRIPT = `self.trustedTypes&&trustedTypes.createPolicy('default',{
createHTML:function(s){return['',' ','\\x3cscript>\\x3c/script>'].includes(s)?s:null},
createScriptURL:function(s){return['/service-worker.js','/verify-worker.js',
'/verify-worker-full.js'].includes(s)?s:null}})`
