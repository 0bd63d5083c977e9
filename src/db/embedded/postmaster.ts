import { existsSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const STOP_TIMEOUT_MS = 30_000

// Above the highest process id on Linux (pid_max is 2^22 at most).
const NOBODY_PID = '4194305'

export type Postmaster = { pid: number; ready: boolean }

/**
 * The server's own entries in postmaster.pid: its process id in line 1, its status in line 8. Null
 * when no server runs there.
 */
export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const path = join(cluster, 'postmaster.pid')
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  if (await isRunning(pid)) return { pid, ready: lines[7]?.trim() === 'ready' }
  if (isSignalled(pid)) {
    await disown(path, pid)
    await disown(join(lines[4] ?? cluster, '.s.PGSQL.5432.lock'), pid)
  }
  return null
}

/**
 * Another program may have a killed server's process id (soon, in a container), or its own
 * uncollected zombie may. PostgreSQL would take either for a running server and refuse to start
 * forever. We replace only the id: postmaster.pid also names the shared memory, which shows
 * PostgreSQL whether processes of the killed server are still running.
 */
async function disown(path: string, pid: number): Promise<void> {
  const text = await readFile(path, 'utf8').catch(() => '')
  if (!text.startsWith(`${pid}\n`)) return
  const file = await open(path, 'r+')
  try {
    await file.write(text.replace(String(pid), NOBODY_PID), 0)
  } finally {
    await file.close()
  }
}

/** Fast shutdown: rolls back open transactions and writes everything else. */
export async function stopServer(cluster: string, pid: number): Promise<void> {
  if (!(await isRunning(pid))) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + STOP_TIMEOUT_MS
  while ((await isRunning(pid)) && existsSync(join(cluster, 'postmaster.pid'))) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) did not stop.`)
    await sleep(10)
  }
}

/** True if a PostgreSQL server, and not just a zombie, has this process id. */
export async function isRunning(pid: number): Promise<boolean> {
  if (!isSignalled(pid)) return false
  if (process.platform !== 'linux') return true
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes('postgres')
}

function isSignalled(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
