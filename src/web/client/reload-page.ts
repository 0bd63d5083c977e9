/**
 * Reloads the page if there is a network (reload-script.ts). Forms whose contents are kept listen
 * for the event.
 */
export const reloadPage = (): void => void window.dispatchEvent(new Event('reload'))
