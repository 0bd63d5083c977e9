/** Imported members: seats without money, in the tables, the check, the public log, and figures. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Command } from '../../src/domain/ledger/command.ts'
import { HOUSE } from '../../src/domain/ledger/state.ts'
import { walletOf } from '../../src/domain/ledger/ledger.ts'
import type { Plan } from '../../src/domain/money/catalog.ts'
import { verifierText } from '../../src/proof/note.ts'
import { openBook, type Book } from '../../src/server/book/book.ts'
import { checkBook } from '../../src/server/book/check/check.ts'
import { foldState } from '../../src/server/book/state/fold.ts'
import { readAuditLines } from '../../src/server/transparency/audit/read-audit-lines.ts'
import { verifyAudit } from '../../src/server/transparency/audit/verify-audit.ts'
import { writeAudit } from '../../src/server/transparency/audit/write-audit.ts'
import { growLog } from '../../src/server/transparency/log/grow-log.ts'
import { openSigner, signCheckpoint } from '../../src/server/transparency/log/sign-checkpoint.ts'
import { sheetParts } from '../../src/server/transparency/parts.ts'
import { makeSheet } from '../../src/server/transparency/sheet/make-sheet.ts'
import { effectsOf } from '../support/book-acts.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { depositCommands } from '../support/deposits.ts'

const log = pino({ level: 'silent' })
/** The first is under the company, and the others under the first. */
const [TOP, LEFT, RIGHT] = [2, 3, 4] as const
const PAYER = 9
const ALL: readonly Plan[] = [0, 1]

let database: TestDatabase
let book: Book
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'twofold-import-'))
  book = await openBook({ ...database, log })
  await run({ kind: 'raise_rules', version: 2 }, bring(HOUSE, ALL), bring(TOP, [0], 0))
  await run(bring(TOP, [0], 1), bring(LEFT, [0], 1), bring(LEFT, [0]), bring(RIGHT, [0]))
  await run(bring(RIGHT, []))
})
afterAll(async () => {
  await book.close()
  await database.close()
  await rm(folder, { recursive: true })
})

const bring = (
  sponsor: number,
  plans: readonly Plan[] = [0],
  side: 0 | 1 | null = null,
): Command => ({ kind: 'import_member', sponsor, plans, side })
async function run(...commands: readonly Command[]): Promise<void> {
  for (const command of commands) await effectsOf(book, command)
}
const stateNow = async () => (await foldState(database.pool)).state

test('gives imported members their seats without charging or paying anyone', async () => {
  const { rows } = await database.pool.query<Record<string, unknown>>(`
    select p.member_no, p.plan, p.imported, side, up.member_no as parent
    from profiles p left join seats s on s.profile_no = p.no
      left join profiles up on up.no = s.parent_no
    where p.member_no > 1
    order by p.no`)
  expect(rows.map((row) => Object.values(row))).toEqual([
    [TOP, 0, true, 0, HOUSE],
    [TOP, 1, true, 0, HOUSE],
    [LEFT, 0, true, 0, TOP],
    [RIGHT, 0, true, 1, TOP],
    [5, 0, true, 1, LEFT],
    [6, 0, true, 0, LEFT],
    [7, 0, true, 0, RIGHT],
    // Without a seat on any plan, they may pay for Bronze like anyone who registers.
    [8, 0, false, null, null],
  ])
  const { rows: journals } = await database.pool.query('select from journals')
  expect(journals).toEqual([])
})

test('pays owners of imported seats above a paid one, and keeps its board separate', async () => {
  await run({ kind: 'register', sponsor: RIGHT }, ...depositCommands(PAYER, 2, 1))
  const profile = (await stateNow()).numbers.profile
  await run({ kind: 'activate', member: PAYER, profile })
  const paid = await stateNow()
  // Level 1 and level 2. It was the last position of the first one's board, so Silver comes next.
  expect([walletOf(paid, RIGHT), walletOf(paid, TOP)]).toEqual([500_000n, 500_000n])
  expect(paid.numbers.profile).toBe(profile + 1)
  const under = await book.submit({ command: bring(PAYER), by: { system: 'test' } })
  expect(under).toMatchObject({ accepted: false, refusal: { code: 'paid_board' } })
  expect((await stateNow()).numbers).toEqual(paid.numbers)
})

test('passes the ledger check, which reports a forged import of a paid seat', async () => {
  const { differences } = await checkBook(database.db, database.pool)
  expect(differences.described).toEqual([])
  await database.pool.query('alter table profiles disable trigger user')
  await database.pool.query(`update profiles set imported = true where member_no = ${PAYER}`)
  const edited = (await checkBook(database.db, database.pool)).differences.described.join('\n')
  await database.pool.query(`update profiles set imported = false where member_no = ${PAYER}`)
  await database.pool.query('alter table profiles enable trigger user')
  expect(edited).toContain('members paid for their seats, except for imported ones')
  expect(edited).toContain('imported is true, the rules say false')
})

test('counts only what was paid for, and an auditor derives the same figures', async () => {
  const { db } = database
  const origin = 'example.com/log'
  const signer = openSigner(origin, '5e'.repeat(32))
  await makeSheet({ db, book, origin, parts: sheetParts })
  while ((await growLog(db)) > 0);
  await signCheckpoint({ db, signer, dataDir: folder, log })
  const file = join(folder, 'audit.gz')
  await writeAudit(db, file)
  const kept = { keys: [verifierText(signer.verifier)], checkpoints: [] }
  const audited = await verifyAudit(readAuditLines(file), kept)
  expect(audited).toMatchObject({ sheets: 1, derived: 2, unknown: [] })
  const { rows } = await database.pool.query<{ name: string; body: string }>(
    'select name, body from sheet_bodies',
  )
  const part = (name: string): unknown =>
    JSON.parse(rows.find((each) => each.name === name)?.body ?? '')
  expect(part('income')).toMatchObject({ registered: 8, all: { members: 1 } })
  const boards = part('boards') as { plans: { boards: number; by_level: number[] }[] }
  expect(boards.plans.map((plan) => plan.boards)).toEqual([1, 0, 0, 0, 0])
  expect(boards.plans[0]?.by_level).toEqual([1, 0, 0, 0, 0, 0, 0])
})
