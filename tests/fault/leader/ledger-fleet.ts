/** Ledger processes as the product starts them, and clients that forward to the leader. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { openKysely, openPool } from '../../../src/db/pool.ts'
import { depositFee } from '../../../src/domain/money/fee.ts'
import { micros, PAR_RATE, units } from '../../../src/domain/money/money.ts'
import { callHook } from '../../../src/server/book/batch-hook.ts'
import { openBook, type Book, type Submission } from '../../../src/server/book/book.ts'
import { recordRequests } from '../../../src/server/deposit/record-requests.ts'
import { openForwardedBook } from '../../../src/server/forward/client.ts'
import { ledgerToken } from '../../../src/server/forward/token.ts'
import type { TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { freePort } from '../../support/ports.ts'
import { programEnv } from '../../support/run-program.ts'
import { scratchDirectory } from '../../support/run-directory.ts'

export const AUTH_SECRET = 'a secret of the ledger fleet in tests'
const main = fileURLToPath(new URL('../../../src/server/app/main.ts', import.meta.url))

export type LedgerProcess = {
  readonly pid: number
  readonly address: string
  output(): string
  kill(signal: NodeJS.Signals): Promise<void>
  /** Freezes or wakes the process, without waiting. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
}

/** Starts a ledger process and waits until it is ready, as leader or standby. */
export const startLedger = (database: TestDatabase, more: Variables = {}): Promise<LedgerProcess> =>
  startPart('ledger', database, more)

/** Starts a web process in the same way. */
export const startWeb = (database: TestDatabase, more: Variables = {}): Promise<LedgerProcess> =>
  startPart('web', database, more)

type Variables = Readonly<Record<string, string>>

async function startPart(
  part: 'ledger' | 'web',
  database: TestDatabase,
  more: Variables,
): Promise<LedgerProcess> {
  const dataDir = await mkdtemp(join(await scratchDirectory(), `twofold-${part}-`))
  const port = await freePort()
  const env = {
    ...programEnv,
    PROCESS: part,
    DATA_DIR: dataDir,
    DATABASE_URL: database.urlOfPart(part),
    AUTH_SECRET,
    TRON_API_URL: 'http://127.0.0.1:9',
    TRON_USDT_CONTRACT: 'TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs',
    SMTP_URL: 'smtp://127.0.0.1:9',
    [part === 'web' ? 'PORT' : 'LEDGER_PORT']: String(port),
    LOG_LEVEL: 'warn',
    ...more,
  }
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
  const child: ChildProcess = spawn(process.execPath, [main], {
    cwd: dataDir,
    env,
    stdio,
  })
  let output = ''
  const keep = (chunk: Buffer): void => void (output += chunk.toString('utf8'))
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null
  await until(`a ${part} process`, () => isOver() || /Ready in \d+ ms/.test(output), {
    deadlineMs: 60_000,
  })
  if (isOver()) throw new Error(`a ${part} process did not start:\n${output}`)
  return {
    pid: child.pid ?? -1,
    address: `http://127.0.0.1:${port}`,
    output: () => output,
    signal: (signal) => void child.kill(signal),
    async kill(signal) {
      if (isOver()) return
      const over = once(child, 'exit')
      child.kill(signal)
      await over
    },
  }
}

/** Registers members 2 to `last`, before any ledger process starts. */
export async function registerMembers(database: TestDatabase, last: number): Promise<void> {
  const book = await openBook({ ...database, log: pino({ level: 'silent' }) })
  const register = {
    command: { kind: 'register', sponsor: 1 },
    by: { system: 'test' },
  } as const
  await Promise.all(Array.from({ length: last - 1 }, () => book.submit(register)))
  await book.close()
}

/** A command that a web process may send any number of times. */
export function openDeposit(member: number): Submission {
  const amountMicros = micros(10_000_000n)
  const feeMicros = depositFee(amountMicros)
  return {
    command: {
      kind: 'open_deposit',
      member,
      coin: 'USDT',
      amountMicros,
      feeMicros,
      cryptoUnits: units(amountMicros + feeMicros),
      lockedE8: PAR_RATE,
      expiresAt: Date.now() + 900_000,
    },
    by: { member },
    hook: callHook(recordRequests, null),
  }
}

/** The forwarding ledger of a web process or of a worker, with its rights. */
export async function openClient(
  database: TestDatabase,
  part: 'web' | 'chain' = 'web',
  log = pino({ level: 'silent' }),
): Promise<{ book: Book; close: () => Promise<void> }> {
  const connectionString = database.urlOfPart(part === 'web' ? 'web' : 'worker')
  const pool = openPool({
    connectionString,
    name: 'client',
    maxConnections: 2,
  })
  const ledgerSecrets = { web: [AUTH_SECRET], chain: [AUTH_SECRET] }
  const token = ledgerToken({ ledgerSecrets }, part)
  const book = await openForwardedBook({
    db: openKysely(pool),
    log,
    token,
    tls: null,
  })
  return {
    book,
    async close() {
      await book.close()
      await pool.end()
    },
  }
}

/** The leader's address, according to the database. */
export async function leaderOf({
  pool,
}: TestDatabase): Promise<{ epoch: number; address: string }> {
  const { rows } = await pool.query<{ epoch: bigint; address: string | null }>(
    'select epoch, address from ledger_leader',
  )
  return {
    epoch: Number(rows[0]?.epoch ?? 0),
    address: rows[0]?.address ?? '',
  }
}
