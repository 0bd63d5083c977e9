import { isIPv6 } from 'node:net'

/**
 * The part of an address that belongs to one caller: all of IPv4, the first 64 bits of IPv6 (one
 * customer has the whole /64). IPv4 within IPv6 counts as IPv4.
 */
export function callerAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(ip)) return ip
  const [head = '', tail = ''] = ip.replace(/%.*/, '').split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const zeros = ip.includes('::') ? Array<string>(8 - before.length - after.length).fill('0') : []
  const groups = [...before, ...zeros, ...after].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/**
 * The network of a caller's address: the first 48 bits of IPv6, which is what a hosting customer
 * gets; all of IPv4.
 */
export const networkOf = (address: string): string =>
  address.endsWith('::/64') ? `${address.split(':').slice(0, 3).join(':')}::/48` : address
