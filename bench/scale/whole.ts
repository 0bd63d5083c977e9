/** Money commands over HTTP: web processes that forward, beside whole ones with own ledgers. */
import { openSmtpSink } from '../../tests/api/email/smtp-sink.ts'
import { enroll, openBenchBook, type Ready } from '../book.ts'
import type { BenchDatabase, BenchServer } from '../database.ts'
import { random, randomSponsor, seatsReach } from '../growths.ts'
import { untilCaughtUp } from '../http.ts'
import { populate } from '../populate.ts'
import { hold, median, note } from '../report.ts'
import { startRole, type RoleProcess } from './fleet.ts'
import { limitCpu } from './cpu-share.ts'
import { isQuiet, untilQuiet } from './quiet.ts'
import { activate, CONNECTIONS, MOST_CONNECTIONS } from './web.ts'
import { inTurns, openWays, type Way } from './ways.ts'

const SEATS = 20_000
const BURST = 2_000
const ROUNDS = 5
/** For each process of a side, not counted: a new process is slower. */
const WARM_ROUNDS = 6
/** So many processes, even idle ones, aren't always below the limit. */
const SETTLED_WITHIN_MS = 5_000

type Size = {
  readonly name: string
  readonly count: number
  /** Of a core, for each process of ours; null for no limit. */
  readonly share: number | null
  readonly atLeast: number
}

/** How many processes, and their least rate relative to as many whole ones. */
const SIZES: readonly Size[] = [
  { name: 'one', count: 1, share: null, atLeast: 0.9 },
  { name: 'four', count: 4, share: null, atLeast: 2 },
  // As on machines of their own: so little that they, and not the machine, are the limit.
  { name: 'four, each with 0.15 of a core', count: 4, share: 0.15, atLeast: 2 },
]
const CROWDS = [CONNECTIONS, MOST_CONNECTIONS]

export async function measureWholeProcesses(server: BenchServer): Promise<void> {
  const first = await server.database('whole')
  const ways = openWays()
  const loads = SIZES.flatMap((size) => loadsOf(size, ways))
  const state = await populate(first.db, { sponsorOf: randomSponsor, ...seatsReach(SEATS) })
  const bursts = SIZES.reduce((sum, { count }) => sum + count * WARM_ROUNDS, loads.length * ROUNDS)
  const ready = await enrollFor(first, bursts, () => 2 + random(state.numbers.member - 1))
  await first.close()
  const forwarded = await server.copy('whole_forwarded', first)
  const own = await server.copy('whole_own', first)
  const quiet = await untilQuiet()
  const sink = await openSmtpSink(async () => {})
  const start = (role: Parameters<typeof startRole>[0], { url }: BenchDatabase) =>
    startRole(role, url, { smtpUrl: sink.settings.smtpUrl })
  const ledger = await start('ledger', forwarded)
  // A whole process does their work, too.
  const others = [await start('chain', forwarded), await start('mail', forwarded)]
  const undo: (() => Promise<void>)[] = []
  const measured = { rounds: ROUNDS, isMeasured: true }
  for (const size of SIZES) {
    const all = Array.from({ length: size.count }, (_, i) => i)
    const whole = await Promise.all(all.map(() => start('all', own)))
    const webs = await Promise.all(all.map(() => start('web', forwarded)))
    const sides = {
      own: { database: own, processes: whole },
      webs: { database: forwarded, processes: webs },
    }
    const warm = { rounds: size.count * WARM_ROUNDS, isMeasured: false }
    const next = () => ready.splice(0, BURST)
    await Promise.all([untilCaughtUp(own.url), untilCaughtUp(forwarded.url)])
    await compare(sides, { way: inTurns, connections: CONNECTIONS }, warm, next)
    if (await limitAll([...whole, ...webs, ledger], size.share, undo)) {
      for (const load of loadsOf(size, ways)) {
        judge(size, load, await compare(sides, load, measured, next), quiet)
      }
    } else console.log(`  ${size.name}: not run (this machine can't limit a process)`)
    await endAll([...whole, ...webs])
  }
  await endAll([...others, ledger])
  await Promise.all(undo.map((each) => each()))
  await sink.close()
  await Promise.all([own.close(), forwarded.close()])
}

const endAll = (processes: readonly RoleProcess[]) =>
  Promise.all(processes.map((each) => each.end()))

type Load = { readonly way: Way; readonly connections: number }

/**
 * A single process needs no balancer. With limited processes, it would send 64 callers to one of
 * the four.
 */
function loadsOf({ count, share }: Size, ways: readonly Way[]): Load[] {
  const plain = ways.slice(-1)
  const used = count === 1 || share !== null ? plain : ways
  const crowds = count === 1 ? [CONNECTIONS] : CROWDS
  return used.flatMap((way) => crowds.map((connections) => ({ way, connections })))
}

function judge(
  { name, atLeast }: Size,
  { way, connections }: Load,
  rates: readonly Rates[],
  quiet: boolean,
): void {
  note('  whole processes: activations per second', median(rates.map(({ own }) => own)), '/s')
  note('  web processes', median(rates.map(({ webs }) => webs)), '/s')
  const ratio = median(rates.map(({ own, webs }) => webs / own))
  const figure = `${name}, ${way.name}, ${connections} callers`
  // HAProxy fills one process before the next, so that one of four ledgers has no rival.
  if (way === inTurns) hold(figure, ratio, { atLeast }, quiet)
  else note(figure, ratio, '')
}

/** Adds what removes the limits once the processes have ended. False if there can't be any. */
async function limitAll(
  processes: readonly RoleProcess[],
  share: number | null,
  undo: (() => Promise<void>)[],
): Promise<boolean> {
  if (share === null) return true
  const limits = await Promise.all(processes.map(({ pid }) => limitCpu(pid, share)))
  undo.push(...limits.flatMap((each) => each ?? []))
  return limits.every((each) => each !== null)
}

async function enrollFor(
  { db, pool }: BenchDatabase,
  bursts: number,
  anyone: () => number,
): Promise<Ready[]> {
  const book = await openBenchBook(db, pool)
  const ready: Ready[] = []
  while (ready.length < bursts * BURST) {
    ready.push(...(await enroll(book, Array.from({ length: BURST }, anyone))))
  }
  await book.close()
  return ready
}

type Side = { readonly database: BenchDatabase; readonly processes: readonly RoleProcess[] }

type Rates = { readonly own: number; readonly webs: number }

/** The rates of both sides, with the same members, in turns. */
async function compare(
  { own, webs }: { readonly own: Side; readonly webs: Side },
  { way, connections }: Load,
  { rounds, isMeasured }: { readonly rounds: number; readonly isMeasured: boolean },
  next: () => Ready[],
): Promise<Rates[]> {
  const rateOf = async ({ database, processes }: Side, ready: readonly Ready[]) => {
    if (isMeasured) await Promise.all([own, webs].map((side) => settle(side.database)))
    const { ports, end } = await way.open(processes)
    const { rate } = await activate(database.db, ports, ready, connections).finally(end)
    return rate
  }
  const rates: Rates[] = []
  for (let round = 0; round < rounds; round++) {
    const ready = next()
    const isFirst = round % 2 === 0
    const before = isFirst ? await rateOf(own, ready) : null
    const webRate = await rateOf(webs, ready)
    rates.push({ own: before ?? (await rateOf(own, ready)), webs: webRate })
  }
  return rates
}

/**
 * Removes the emails that a burst leaves behind, because a process sends at most fifty in a second,
 * and they would slow the other side. Then waits until the processes are idle.
 */
async function settle({ db }: BenchDatabase): Promise<void> {
  await db.deleteFrom('emails').where('sent_at', 'is', null).execute()
  const end = performance.now() + SETTLED_WITHIN_MS
  while (!(await isQuiet()) && performance.now() < end);
}
