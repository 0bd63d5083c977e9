/**
 * Runs inline in every page: the browser may offer the installation before any of our code has
 * arrived, and does so only once. We ask members; visitors are asked by the browser alone.
 */
export const INSTALL_SCRIPT = `addEventListener('beforeinstallprompt',function(e){
if(document.documentElement.classList.contains('signed-in')){e.preventDefault();installEvent=e}})`
