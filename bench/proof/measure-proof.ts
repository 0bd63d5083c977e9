/** The public log, the daily sheet, and the auditor's tools, compared with their targets. */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pino from 'pino'
import type { Context } from '../../src/server/context.ts'
import type { Book } from '../../src/server/book/book.ts'
import { writeAudit } from '../../src/server/transparency/audit/write-audit.ts'
import {
  advanceBoardCounts,
  MOST_SEATS,
} from '../../src/server/transparency/boards/board-counts.ts'
import { freezeBoards } from '../../src/server/transparency/boards/freeze-boards.ts'
import { addIncome } from '../../src/server/transparency/income/add-income.ts'
import { incomePart } from '../../src/server/transparency/income/freeze-income.ts'
import { growLog, readLogSize } from '../../src/server/transparency/log/grow-log.ts'
import { openSigner, signCheckpoint } from '../../src/server/transparency/log/sign-checkpoint.ts'
import { framePage } from '../../src/server/transparency/pages/page-frame.ts'
import { renderBoards, renderIncome } from '../../src/server/transparency/pages/render-pages.ts'
import { sheetParts } from '../../src/server/transparency/parts.ts'
import { makeSheet } from '../../src/server/transparency/sheet/make-sheet.ts'
import { enroll, measureActivations, measureLatency, openBenchBook, type Ready } from '../book.ts'
import type { BenchDatabase } from '../database.ts'
import { secondsOf } from '../measure.ts'
import { populate } from '../populate.ts'
import { makeDice } from '../../src/server/demo/dice.ts'
import { hold, note, section } from '../report.ts'
import { isQuiet } from '../scale/quiet.ts'
import { measureLiabilities } from './measure-liabilities.ts'
import { timeTool, withLogWorker } from './child.ts'

const ORIGIN = 'bench/log'
const DAY_MS = 86_400_000
/** The part that an auditor reads: the first commands of the log. */
const AUDITED = 1_000_000
/** Members join over half a year, so that boards and months differ. */
const GROWN_DAYS = 180

/** Commands at once that a busy machine answers in time, too. */
const AT_ONCE = 2_000
/** The longest that the daily run may take. */
const MOST_RUN_S = 60

const log = pino({ level: 'silent' })

/** Fills the database with members, each with an activation, and all of their commands. */
async function fill({ db }: BenchDatabase, members: number): Promise<void> {
  const random = makeDice(7)
  const startMs = Date.now() - GROWN_DAYS * DAY_MS
  const spent = await secondsOf(() =>
    populate(db, {
      sponsorOf: (n) => (n === 0 ? 1 : 2 + random(n)),
      isDone: ({ numbers }) => numbers.member > members,
      activates: true,
      timeOf: ({ numbers }) => startMs + (numbers.member / members) * GROWN_DAYS * DAY_MS,
    }),
  )
  note('members, seats, and commands made in', spent, 's')
}

/** The log alone, without the ledger, and then an auditor's check of it. */
async function measureLogAndAudit({ db }: BenchDatabase, quiet: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-bench-audit-'))
  try {
    const spent = await secondsOf(async () => {
      while ((await growLog(db, AUDITED)) > 0);
    })
    const size = await readLogSize(db)
    hold('commands hashed per second', size / spent, { atLeast: 15_000 }, quiet)
    const signer = openSigner(ORIGIN, '5e'.repeat(32))
    await signCheckpoint({ db, signer, dataDir: folder, log })
    const file = join(folder, 'audit.gz')
    const exporting = await secondsOf(() => writeAudit(db, file))
    note('audit-export: commands per second', size / exporting, '/s')
    note('audit-export: bytes for each command', (await stat(file)).size / size, '')
    const { seconds, bytes } = await timeTool('src/server/cli/audit-verify.ts', [file])
    note('audit-verify: commands', size, '')
    hold('audit-verify: seconds for 1,000,000', (seconds * AUDITED) / size, { atMost: 120 }, quiet)
    hold('audit-verify: most memory, GB', bytes / 1e9, { atMost: 1 }, quiet)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  while ((await growLog(db)) > 0);
}

const middle = (all: number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

/** The duration of each step in seconds, until nothing is left to do. */
async function timeSteps(step: () => Promise<boolean>): Promise<number[]> {
  const times: number[] = []
  for (;;) {
    const started = performance.now()
    const more = await step()
    times.push((performance.now() - started) / 1000)
    if (!more) return times
  }
}

/** Activations per second without and with the log's worker, in alternating pairs. */
async function measureLedger(database: BenchDatabase, book: Book, count: number, quiet: boolean) {
  const random = makeDice(11)
  const some = () => Array.from({ length: count }, () => 2 + random(book.status().members - 1))
  await measureActivations(book, await enroll(book, some()))
  const rates = { without: [] as number[], with: [] as number[] }
  const alone = async () => {
    const ready = await enroll(book, some())
    rates.without.push(await measureActivations(book, ready))
  }
  const beside = async () => {
    const ready = await enroll(book, some())
    const measure = () => measureActivations(book, ready)
    rates.with.push(await withLogWorker(database.url, measure))
  }
  for (let pair = 0; pair < 5; pair++) {
    for (const each of pair % 2 === 0 ? [alone, beside] : [beside, alone]) await each()
  }
  note('activations per second without the log', middle(rates.without), '/s')
  note('activations per second with the log', middle(rates.with), '/s')
  const ratio = middle(rates.with) / middle(rates.without)
  hold('with the log, against without', ratio, { atLeast: 0.9 }, quiet)
}

async function measureIncome({ db }: BenchDatabase, quiet: boolean): Promise<void> {
  const { rows } = await sql<{ journal: string; postings: string }>`
    select max(no) as journal, (select count(*) from postings) as postings
    from journals`.execute(db)
  const [{ journal, postings } = { journal: '0', postings: '0' }] = rows
  const until = Number(journal)
  const times = await timeSteps(async () => (await addIncome(db, until)) > 0)
  const backlog = times.reduce((sum, each) => sum + each, 0)
  note('income: postings', Number(postings), '')
  hold('income: slowest step of 25,000 journals, s', Math.max(...times), { atMost: 2 }, quiet)
  hold('income: backlog, s', backlog, { atMost: 60 }, quiet)
  const cut = { seq: 0, journal: until, at: new Date(), day: '' }
  const freezing = await secondsOf(() =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => incomePart.read(tx, cut, db)),
  )
  hold('income: freeze, s', freezing, { atMost: 0.5 }, quiet)
}

async function measureBoards({ db }: BenchDatabase, quiet: boolean): Promise<void> {
  const times = await timeSteps(async () => (await advanceBoardCounts(db)) === MOST_SEATS)
  hold('boards: slowest step of 50,000 seats, s', Math.max(...times), { atMost: 4 }, quiet)
  const today = new Date().toISOString().slice(0, 10)
  const curves = await secondsOf(() => db.transaction().execute((tx) => freezeBoards(tx, today)))
  hold('boards: all curves, s', curves, { atMost: 0.2 }, quiet)
}

/** The whole daily run, and the latency of money commands during it. */
async function measureDay(
  { db }: BenchDatabase,
  book: Book,
  members: number,
  quiet: boolean,
): Promise<void> {
  const random = makeDice(13)
  const ready = async (count: number): Promise<Ready[]> => {
    const all: Ready[] = []
    while (all.length < count) {
      const some = { length: Math.min(AT_ONCE, count - all.length) }
      const sponsors = Array.from(some, () => 2 + random(book.status().members - 1))
      all.push(...(await enroll(book, sponsors)))
    }
    return all
  }
  const perSecond = 200
  const calm = await measureLatency(book, await ready(Math.min(4_000, members / 10)), perSecond)
  // For as long as the run may take.
  const during = await ready(perSecond * MOST_RUN_S)
  // What a day of 20,000 activations leaves for the run.
  for (let left = Math.min(20_000, members / 10); left > 0; left -= AT_ONCE) {
    await measureActivations(book, await ready(Math.min(AT_ONCE, left)))
  }
  while ((await growLog(db)) > 0);
  const over = new AbortController()
  const running = measureLatency(book, during, perSecond, over.signal)
  const deps = { db, book, origin: ORIGIN, parts: sheetParts }
  const spent = await secondsOf(() => makeSheet(deps))
  over.abort()
  const busy = await running
  hold('the whole daily run, s', spent, { atMost: MOST_RUN_S }, quiet)
  note('money commands, p99, ms', calm.p99, 'ms')
  note('money commands beside it, p99, ms', busy.p99, 'ms')
  hold('p99 beside it, against alone', busy.p99 / calm.p99, { atMost: 2 }, quiet)
}

async function measurePages({ db }: BenchDatabase): Promise<void> {
  const context = { read: db } as Context // the pages read nothing else
  for (const [path, render] of [
    ['/transparency', renderIncome],
    ['/transparency/boards', renderBoards],
  ] as const) {
    const { title, html } = await render(context, 'es')
    const page = framePage({ language: 'es', path, title, font: null, html })
    hold(`${path}: kB of HTML, compressed`, gzipSync(page).length / 1000, { atMost: 60 })
    hold(`${path}: scripts`, page.split('<script').length - 1, { atMost: 0 })
  }
}

/** @param members how many, each with a seat and four commands */
export async function measureProof(database: BenchDatabase, members: number): Promise<void> {
  section(`The public log, ${members.toLocaleString('en-US')} members`)
  await fill(database, members)
  await measureLogAndAudit(database, await isQuiet())
  await measureIncome(database, await isQuiet())
  await measureBoards(database, await isQuiet())
  await measureLiabilities(database, members, await isQuiet())
  const book = await openBenchBook(database.db, database.pool)
  await measureLedger(database, book, Math.min(20_000, members / 10), await isQuiet())
  await measureDay(database, book, members, await isQuiet())
  await book.close()
  await measurePages(database)
}
