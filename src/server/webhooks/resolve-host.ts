import { Resolver } from 'node:dns/promises'

// The system's own look-up (`lookup`) blocks a thread. Node has two for it, so a few look-ups of a
// host whose name servers are dead would keep everything else in this process waiting for theirs:
// other endpoints, TRON nodes, the SMTP server, the database. Queries of our own block nothing.

export type Address = { readonly address: string; readonly family: 4 | 6 }

const LOOPBACK: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** For each of two queries. Both families together must leave time for the request. */
const QUERY = { timeout: 1_500, tries: 2 }

/**
 * The addresses of a host by DNS, without this machine's own list of hosts.
 * @param servers instead of the system's
 * @throws if it has none, or no name server answers
 */
export async function resolveHost(
  host: string,
  servers?: readonly string[],
): Promise<readonly Address[]> {
  if (host === 'localhost' || host.endsWith('.localhost')) return LOOPBACK
  // A new one reads the system's settings as they are now.
  const resolver = new Resolver(QUERY)
  if (servers) resolver.setServers(servers)
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found: Address[] = []
  if (four.status === 'fulfilled')
    for (const address of four.value) found.push({ address, family: 4 })
  if (six.status === 'fulfilled')
    for (const address of six.value) found.push({ address, family: 6 })
  if (found.length === 0 && four.status === 'rejected') throw four.reason
  return found
}
