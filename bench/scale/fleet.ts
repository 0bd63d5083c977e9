/** The product's processes for a measurement, each with its role, on one database. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RoleName } from '../../src/server/config/roles.ts'
import { freePort } from '../../tests/support/ports.ts'
import { startChild } from '../processes/children.ts'
import { SECRET } from '../http.ts'

const main = fileURLToPath(new URL('../../src/server/app/main.ts', import.meta.url))
/** A network that no process contacts. */
const NOWHERE = 'http://127.0.0.1:9'

export type RoleProcess = {
  readonly pid: number
  readonly port: number
  /** Where it accepts commands, if it leads the ledger. */
  readonly ledgerPort: number
  output(): string
  signal(signal: NodeJS.Signals): void
  end(signal?: NodeJS.Signals): Promise<void>
}

const USDT = 'TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs'

/** Starts a process and waits until it is ready. */
export async function startRole(
  role: RoleName,
  url: string,
  { smtpUrl = 'smtp://127.0.0.1:9' } = {},
): Promise<RoleProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), `twofold-bench-${role}-`))
  const [port, ledgerPort] = [await freePort(), await freePort()]
  const env = {
    PATH: process.env.PATH ?? '',
    PROCESS: role,
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    AUTH_SECRET: SECRET,
    TRON_API_URL: NOWHERE,
    TRON_USDT_CONTRACT: USDT,
    SMTP_URL: smtpUrl,
    PORT: String(port),
    LEDGER_PORT: String(ledgerPort),
    LOG_LEVEL: 'warn',
    // So that eleven processes fit into one server.
    DATABASE_CONNECTIONS: '8',
  }
  const child = startChild(main, [], { cwd: dataDir, env, stdout: 'pipe', stderr: 'pipe' })
  const output = await untilReady(child, role)
  return {
    pid: child.pid ?? 0,
    port,
    ledgerPort,
    output,
    signal: (signal) => void child.kill(signal),
    async end(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        const over = once(child, 'exit')
        child.kill(signal)
        await over
      }
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function untilReady(child: ChildProcess, role: string): Promise<() => string> {
  let text = ''
  const ready = Promise.withResolvers<void>()
  const read = (chunk: Buffer): void => {
    text += chunk.toString('utf8')
    if (text.includes('Ready in')) ready.resolve()
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  child.once('exit', () => ready.reject(new Error(`${role} did not start:\n${text}`)))
  await ready.promise
  return () => text
}
