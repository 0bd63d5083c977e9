import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { startChild } from '../processes/children.ts'

const root = new URL('../../', import.meta.url)
const fileOf = (path: string): string => fileURLToPath(new URL(path, root))

/** Runs the log's worker while `work` runs. */
export async function withLogWorker<T>(url: string, work: () => Promise<T>): Promise<T> {
  const child = startChild(fileOf('bench/proof/log-worker.ts'), [url])
  await once(child, 'message')
  try {
    return await work()
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

const LOOK_MS = 250

/** The peak memory of a process so far, in bytes; 0 once it is gone, or not on Linux. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

/**
 * Runs one of our tools to its end. Returns its seconds, its peak memory, and whether it succeeded.
 */
export async function timeTool(path: string, args: readonly string[]) {
  const started = performance.now()
  const child = startChild(fileOf(path), args)
  let bytes = 0
  const looking = setInterval(() => {
    void peakOf(child.pid ?? 0).then((peak) => (bytes = Math.max(bytes, peak)))
  }, LOOK_MS)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(looking)
  if (code !== 0) throw new Error(`${path} ended with ${code}`)
  return { seconds: (performance.now() - started) / 1000, bytes }
}
