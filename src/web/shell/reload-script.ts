/**
 * Runs inline in every page of both apps, and reloads the page for `reloadPage`. Without a network,
 * that would end at the browser's error page. So we stay, and the banner tells why. A service
 * worker has all pages, so with one we do reload. A page that couldn't render has no banner.
 */
export const RELOAD_SCRIPT = `addEventListener('reload',function(){var w=navigator.serviceWorker;
if(navigator.onLine||w&&w.controller||!document.getElementById('main'))location.reload();
else dispatchEvent(new Event('unreachable'))})`
