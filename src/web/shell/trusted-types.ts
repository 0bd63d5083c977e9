/**
 * Runs first, inline in every page: says which strings the browser may take as markup or as the
 * address of code; it refuses all others, wherever they come from. They are the empty script that
 * React begins a script with, the blanks that the router puts into it, our service worker, and the
 * workers that check proofs.
 * React needs the first two where it has to draw a whole page again: one that a translator or an
 * extension has changed before React came.
 */
export const TRUSTED_TYPES_SCRIPT = `self.trustedTypes&&trustedTypes.createPolicy('default',{
createHTML:function(s){return['',' ','\\x3cscript>\\x3c/script>'].includes(s)?s:null},
createScriptURL:function(s){return['/service-worker.js','/verify-worker.js',
'/verify-worker-full.js'].includes(s)?s:null}})`
