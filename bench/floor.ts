/**
 * The cost of requests compared with the floor: a bare route that reads one row by its primary key.
 */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { get, load, type Load } from './api.ts'
import { firstOutput, startChild } from './processes/children.ts'
import type { BenchDatabase } from './database.ts'
import { signIn, startServer } from './http.ts'
import { hold, note } from './report.ts'

const bare = fileURLToPath(new URL('bare-server.ts', import.meta.url))

async function startBare(
  url: string,
): Promise<{ port: number; pid: number; stop(): Promise<void> }> {
  const child = startChild(bare, [url], { stdout: 'pipe' })
  const line = await firstOutput(child)
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { port: Number(line), pid: child.pid ?? 0, stop }
}

/** The processor time of a process in milliseconds, from /proc (in ticks of 10 ms). */
async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

type Measured = Load & { cpuMicros: number }

async function measure(
  port: number,
  pid: number,
  seconds: number,
  path: (i: number) => string,
  tokens: readonly string[],
): Promise<Measured> {
  const next = (i: number) => get(path(i), tokens[i % tokens.length])
  // Long enough to check each token once, as for a client's first request.
  await load(port, 3, next)
  const before = await cpuMs(pid)
  const loaded = await load(port, seconds, next)
  const cpuMicros = (((await cpuMs(pid)) - before) * 1000) / (loaded.perSecond * seconds)
  return { ...loaded, cpuMicros }
}

function print(name: string, { perSecond, p50, p99, cpuMicros }: Measured): void {
  note(`${name}: answers per second`, perSecond, '/s')
  note(`${name}: p50`, p50, 'ms')
  note(`${name}: p99`, p99, 'ms')
  note(`${name}: processor time of the server for each`, cpuMicros, 'µs')
}

/** Measures reads of members with names, on a database with a session for each. */
export async function measureFloor(
  database: BenchDatabase,
  members: readonly number[],
  seconds: number,
) {
  const tokens = await signIn(database.db, members)
  const floorServer = await startBare(database.url)
  const floor = await measure(
    floorServer.port,
    floorServer.pid,
    seconds,
    (i) => `/rows/${(i % 10_000) + 1}`,
    [],
  )
  await floorServer.stop()
  print('the floor', floor)
  const server = await startServer(database.url)
  try {
    for (const [path, atLeast] of [
      ['/api/accounts/me/', 0.5],
      ['/api/tree/visualization/', 0.5],
    ] as const) {
      const measured = await measure(server.port, server.pid, seconds, () => path, tokens)
      print(path, measured)
      hold(`${path} against the floor`, measured.perSecond / floor.perSecond, { atLeast })
      hold(`${path} p99 against the floor's`, measured.p99 / floor.p99, { atMost: 3 })
    }
  } finally {
    await server.stop()
  }
}
