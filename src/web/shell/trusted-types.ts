/**
 * Runs first, inline in every page. Lists the strings that the browser may use as markup or as a
 * script's address; it refuses all others. They are the empty script with which React creates a
 * script, the blanks that the router puts into it, our service worker, and the worker that checks
 * proofs. React needs the first two to render a whole page again after a translator or an extension
 * changed it before hydration.
 */
export const TRUSTED_TYPES_SCRIPT = `self.trustedTypes&&trustedTypes.createPolicy('default',{
createHTML:function(s){return['',' ','\\x3cscript>\\x3c/script>'].includes(s)?s:null},
createScriptURL:function(s){return['/service-worker.js','/verify-worker.js'].includes(s)?s:null}})`
