import { ApiError } from '../../client/api-error.ts'
import { call } from './call.ts'

/**
 * Reloads the page, unless the server can't be reached: the browser would show its own error page.
 * @param before what to do first if the page does reload
 * @returns whether it reloads
 */
export async function reloadIfReachable(before?: () => void): Promise<boolean> {
  try {
    await call('getLiveness', {})
  } catch (error) {
    // Any other answer came from a server, which may well have the page.
    if (error instanceof ApiError && error.status === 0) return false
  }
  before?.()
  // Not `reloadPage`: the server has answered, whatever the browser knows about the network.
  window.location.reload()
  return true
}
