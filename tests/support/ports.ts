import { createServer } from 'node:net'

// Below the range from which the kernel takes ports for outgoing connections.
const firstPort = 20_000
const portCount = 12_000

const given = new Set<number>()

/** A TCP port that nobody listens on, at random, so that parallel tests do not meet. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const port = firstPort + Math.floor(Math.random() * portCount)
    if (given.has(port) || !(await canListen(port))) continue
    given.add(port)
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
