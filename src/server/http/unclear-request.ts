import type { IncomingMessage } from 'node:http'

/**
 * Whether a server in front of us could read this request differently: an HTTP/0.9 request, which
 * has no end, two hosts at once or, in HTTP/1.1, no host (RFC 9112, 3.2).
 */
export function isUnclear({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return true
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++
  }
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1')
}
