/**
 * Reloads the page. Forms whose contents are kept listen for `reload`.
 *
 * Without a network, the browser would show its own error page instead. So we stay, and the banner
 * tells why. A service worker has all pages.
 */
export function reloadPage(): void {
  if (!navigator.onLine && !navigator.serviceWorker?.controller) {
    window.dispatchEvent(new Event('unreachable'))
    return
  }
  window.dispatchEvent(new Event('reload'))
  window.location.reload()
}
