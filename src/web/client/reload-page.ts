/** Reloads the page. Forms whose contents are kept listen for `reload`. */
export function reloadPage(): void {
  window.dispatchEvent(new Event('reload'))
  window.location.reload()
}
