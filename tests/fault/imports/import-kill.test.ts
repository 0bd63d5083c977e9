/** An import creates and invites each member once, even if its worker is killed again and again. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBook } from '../../../src/server/book/book.ts'
import { checkBook } from '../../../src/server/book/check/check.ts'
import { configOf } from '../../../src/server/config/read-config.ts'
import { decideImport } from '../../../src/server/imports/decide-import.ts'
import { proposeImport } from '../../../src/server/imports/propose-import.ts'
import { addOperator } from '../../../src/server/staff/operators.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { until } from '../../support/poll.ts'
import { scratchDirectory } from '../../support/run-directory.ts'
import { isLong } from '../../support/scale.ts'

const ROWS = isLong ? 10_000 : 400
const KILLS = isLong ? 20 : 4
const WORKER = fileURLToPath(new URL('import-worker.ts', import.meta.url))

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await scratchDirectory()
})
afterAll(() => database.close())

/** Each row's sponsor is some rows earlier, and the file lists sponsors last. */
function makeCsv(): string {
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const sponsor = i === 0 ? '' : `moved${Math.floor((i - 1) / 3)}`
    return `moved${i},moved${i}@example.org,${sponsor},${i % 5 === 0 ? 'BR SI' : 'BR'}`
  })
  return ['username,email,sponsor,plans', ...rows.toReversed()].join('\n')
}

const startWorker = () => {
  const env = { ...process.env, DATA_DIR: dataDir }
  return spawn(process.execPath, [WORKER, database.url], { env, stdio: 'inherit' })
}

const countDone = async (): Promise<number> => {
  const rows = database.db.selectFrom('member_import_rows').where('state', '=', 'done')
  const { done } = await rows
    .select(({ fn }) => fn.countAll<bigint>().as('done'))
    .executeTakeFirstOrThrow()
  return Number(done)
}

test.runIf(isLong)(
  'imports and invites each row once, whichever step it is killed at',
  async () => {
    const { db, pool } = database
    const book = await openBook({ db, pool, log: pino({ level: 'silent' }) })
    await book.submit({ command: { kind: 'raise_rules', version: 2 }, by: { system: 'rules' } })
    await book.close()
    const config = await configOf({ DATA_DIR: dataDir })
    const file = { name: 'members.csv', content: Buffer.from(makeCsv()).toString('base64') }
    for (const name of ['ada', 'bo']) await addOperator(db, name, 'admin')
    const { id } = await proposeImport({ db, config }, file, { operator: 'ada', requestId: '1' })
    await decideImport(db, Number(id), 'approved', { operator: 'bo', requestId: '2' })
    for (let kill = 1; kill <= KILLS; kill++) {
      const worker = startWorker()
      const ended = once(worker, 'exit')
      const enough = Math.floor((ROWS * kill) / (KILLS + 1))
      await until('some rows', async () => (await countDone()) >= enough, {
        deadlineMs: 120_000,
        everyMs: 5,
      })
      worker.kill('SIGKILL')
      await ended
    }
    expect(await once(startWorker(), 'exit')).toEqual([0, null])
    const { rows } = await pool.query<Record<string, bigint>>(`
    select (select count(*) from identities where username ^@ 'moved') as accounts,
      (select count(distinct member_no) from member_import_rows) as members,
      (select count(*) from profiles where imported) as seats,
      (select count(*) from emails) as emails,
      (select count(*) from journals) as journals`)
    const seats = ROWS + Math.ceil(ROWS / 5)
    expect(Object.values(rows[0] ?? {}).map(Number)).toEqual([ROWS, ROWS, seats, ROWS, 0])
    const { differences } = await checkBook(db, pool)
    expect(differences.described).toEqual([])
  },
  600_000,
)
