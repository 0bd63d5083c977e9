import { createServer, type Server } from 'node:net'

// Below the range from which the kernel takes ports for outgoing connections.
const firstPort = 20_000
const blockSize = 120
const blockCount = 100

const given = new Set<number>()
let own: Promise<number> | null = null

/**
 * A random free TCP port, so that parallel tests don't collide. The next one is free too, because a
 * ledger process uses both. No other process of the tests takes it, also while nothing listens
 * there, as between a kill and a restart.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    // A hundred tries use up most of a block.
    if (tries % 100 === 0 && tries > 0) own = null
    const port = (await (own ??= claimBlock())) + 1 + Math.floor(Math.random() * (blockSize - 2))
    const isFree = async (wanted: number) => !given.has(wanted) && (await canListen(wanted))
    if (!(await isFree(port)) || !(await isFree(port + 1))) continue
    given.add(port).add(port + 1)
    return port
  }
  throw new Error('No free port found in 1,000 tries.')
}

/** Reserves a block of ports: this process listens at its first one until it ends. */
async function claimBlock(): Promise<number> {
  for (let i = 0; i < blockCount; i += 1) {
    const first = firstPort + ((process.pid + i) % blockCount) * blockSize
    const server = createServer().unref()
    if (await listens(server, first)) return first
  }
  throw new Error('No free block of ports.')
}

const listens = (server: Server, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })

async function canListen(port: number): Promise<boolean> {
  const server = createServer()
  if (!(await listens(server, port))) return false
  return await new Promise((resolve) => server.close(() => resolve(true)))
}
