/**
 * Runs inline in every page, because the browser may offer the installation before our code has
 * loaded, and only once. We ask members. Visitors see only the browser's own offer.
 */
export const INSTALL_SCRIPT = `addEventListener('beforeinstallprompt',function(e){
if(document.documentElement.classList.contains('signed-in')){e.preventDefault();installEvent=e}})`
