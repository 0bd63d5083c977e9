import { hash } from 'node:crypto'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type InstanceLock = { release(): Promise<void> }

/** Another process is using the data directory. */
export class DataDirInUse extends Error {}

/**
 * Locks the data directory for this process. The lock is a listening socket, which the system frees
 * when the process ends in any way, so a kill never leaves a stale lock. A process that connects
 * gets the holder's process ID. Throws DataDirInUse.
 * @param other what a second process needs
 */
export async function lockDataDir(
  dataDir: string,
  other = 'another DATA_DIR and other ports',
): Promise<InstanceLock> {
  await mkdir(dataDir, { recursive: true })
  const address = addressOf(await realpath(dataDir))
  const server = createServer((asking) => asking.end(String(process.pid)).on('error', () => {}))
  if (!(await listen(server, address))) {
    const holder = await readHolder(address)
    // On systems without abstract sockets, a socket file without a holder is a leftover.
    if (holder === null) await rm(address, { force: true })
    if (holder !== null || !(await listen(server, address))) {
      throw new DataDirInUse(
        `The data directory ${dataDir} is in use by process ${holder ?? 'unknown'}. Stop it ` +
          `first, or give this one ${other}.`,
      )
    }
  }
  server.unref()
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

function addressOf(dataDir: string): string {
  const name = `twofold-${hash('sha256', dataDir).slice(0, 24)}`
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(tmpdir(), `${name}.sock`)
}

function listen(server: Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    }
    server.once('error', onError)
    server.listen(address, () => {
      server.off('error', onError)
      resolve(true)
    })
  })
}

function readHolder(address: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = ''
    const asking = connect(address)
    asking.setTimeout(10_000, () => asking.destroy())
    asking.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
    asking.on('error', () => resolve(null))
    asking.on('close', () => resolve(answer === '' ? null : answer))
  })
}
