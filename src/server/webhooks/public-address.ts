import { BlockList, isIP } from 'node:net'

// Staff choose where we send webhooks. A stolen account must not reach our own network
// through us, such as databases or the metadata service of a cloud.

const toList = (family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}

/** What IANA lists as not globally reachable, and the metadata service of Azure. */
const notPublic4 = toList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])

/** Everything public is in here. Forms that contain an IPv4 address aren't. */
const unicast6 = toList('ipv6', ['2000::/3'])
/** Teredo and the like, documentation, and 6to4, which contains an IPv4 address. */
const notPublic6 = toList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

const loopback4 = toList('ipv4', ['127.0.0.0/8'])

/** Whether an IP address is on the public internet. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !notPublic4.check(address, 'ipv4')
  // An address with a zone belongs to a network of this machine.
  if (family !== 6 || address.includes('%')) return false
  return unicast6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
}

/** Whether an IP address in its plain form is this machine's own. */
export const isLoopback = (address: string): boolean =>
  address === '::1' || (isIP(address) === 4 && loopback4.check(address, 'ipv4'))
