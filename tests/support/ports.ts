import { createServer } from 'node:net'

// Below the range from which the kernel takes ports for outgoing connections.
const firstPort = 20_000
const portCount = 12_000
/** Each process draws from its own ports first, as a drawn port isn't taken until it is used. */
const ownCount = 120
const ownFirst = firstPort + (process.pid % (portCount / ownCount)) * ownCount

const given = new Set<number>()

/**
 * A random free TCP port, so that parallel tests don't collide. The next one is free too, because a
 * ledger process uses both.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const [first, count] = tries < 100 ? [ownFirst, ownCount] : [firstPort, portCount]
    const port = first + Math.floor(Math.random() * count)
    const isFree = async (wanted: number) => !given.has(wanted) && (await canListen(wanted))
    if (!(await isFree(port)) || !(await isFree(port + 1))) continue
    given.add(port).add(port + 1)
    return port
  }
  throw new Error('No free port found in 200 tries.')
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
