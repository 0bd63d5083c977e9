import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { expect, test } from 'vitest'
import { openBook } from '../../../src/server/book/book.ts'
import { checkBook } from '../../../src/server/book/check/check.ts'
import { readAuditLines } from '../../../src/server/transparency/audit/read-audit-lines.ts'
import { verifyAudit } from '../../../src/server/transparency/audit/verify-audit.ts'
import { writeAudit } from '../../../src/server/transparency/audit/write-audit.ts'
import { readGoldenLog } from '../../domain/golden-log.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { programEnv } from '../../support/run-program.ts'
import { isLong } from '../../support/scale.ts'
import { openStepProxies } from '../../support/wire/step-proxies.ts'

// We kill the daily run with SIGKILL before and after every COMMIT and every single write. Each
// kill gets its own database, because a day has only one sheet.

const program = fileURLToPath(new URL('sheet-worker.ts', import.meta.url))

/**
 * Every step in the long run, otherwise every 31st. "Before" and "after" alternate, so the number
 * must be odd.
 */
const stride = isLong ? 1 : 31

async function fill({ db, pool }: TestDatabase): Promise<void> {
  const book = await openBook({ db, pool, log: pino({ level: 'silent' }) })
  const commands = readGoldenLog().slice(0, 200)
  await Promise.all(commands.map(({ command }) => book.submit({ command, by: { system: 'test' } })))
  await book.close()
}

/** Runs the worker, and kills it at its n-th step. */
async function runWorker(url: string, dataDir: string, killAt: number) {
  let steps = 0
  const proxies = await openStepProxies(url, 'http://127.0.0.1:1', () => {
    steps += 1
    if (steps < killAt) return 'pass'
    child.kill('SIGKILL')
    return 'hold'
  })
  const child = spawn(process.execPath, [program, proxies.databaseUrl, dataDir], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: programEnv,
  })
  const [code, signal] = (await once(child, 'exit')) as unknown[]
  await proxies.stop()
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`the worker ended with ${String(code)}`)
  return { steps, finished: code === 0 }
}

async function killAt(at: number): Promise<{ steps: number; finished: boolean }> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-sheet-'))
  try {
    await fill(database)
    const ran = await runWorker(database.url, dataDir, at)
    const again = await runWorker(database.url, dataDir, Infinity)
    expect(again.finished).toBe(true)
    // One sheet that follows from the log, and a log that follows from the ledger.
    const sealed = await database.db.selectFrom('day_sheets').select('day').execute()
    expect(sealed.length, `killed at step ${at}`).toBe(1)
    const file = join(dataDir, 'audit.gz')
    await writeAudit(database.db, file)
    const audited = await verifyAudit(readAuditLines(file), { keys: [], checkpoints: [] })
    expect(audited).toMatchObject({ sheets: 1, derived: 2 })
    const { differences } = await checkBook(database.db, database.pool)
    expect(differences.described).toEqual([])
    return ran
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true })
  }
}

test.runIf(isLong)(
  'publishes one sheet that follows from the log, whenever the run is killed',
  async () => {
    for (let at = 1; ; at += stride) {
      const { steps, finished } = await killAt(at)
      if (!finished) continue
      expect(steps).toBeGreaterThan(10)
      return
    }
  },
)
