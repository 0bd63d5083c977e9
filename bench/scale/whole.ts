/** Money commands over HTTP: web processes that forward, beside whole ones with own ledgers. */
import { openSmtpSink } from '../../tests/api/email/smtp-sink.ts'
import { enroll, openBenchBook, type Ready } from '../book.ts'
import type { BenchDatabase, BenchServer } from '../database.ts'
import { random, randomSponsor, seatsReach } from '../growths.ts'
import { untilCaughtUp } from '../http.ts'
import { populate } from '../populate.ts'
import { hold, median, note } from '../report.ts'
import { startRole, type RoleProcess } from './fleet.ts'
import { untilQuiet } from './quiet.ts'
import { activate, CONNECTIONS, MOST_CONNECTIONS } from './web.ts'
import { openWays, type Way } from './ways.ts'

const SEATS = 20_000
const BURST = 2_000
const ROUNDS = 5
/** Not counted: a new process is slower. */
const WARM_ROUNDS = 2
type Size = { readonly name: string; readonly count: number; readonly atLeast: number }

/** How many processes, and their least rate relative to as many whole ones. */
const SIZES: readonly Size[] = [
  { name: 'one', count: 1, atLeast: 0.9 },
  { name: 'four', count: 4, atLeast: 2 },
]
const CROWDS = [CONNECTIONS, MOST_CONNECTIONS]

export async function measureWholeProcesses(server: BenchServer): Promise<void> {
  const first = await server.database('whole')
  const ways = openWays()
  const loads = SIZES.flatMap(({ count }) => loadsOf(count, ways))
  const state = await populate(first.db, { sponsorOf: randomSponsor, ...seatsReach(SEATS) })
  const bursts = loads.length * (WARM_ROUNDS + ROUNDS)
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
  for (const { name, count, atLeast } of SIZES) {
    const all = Array.from({ length: count }, (_, i) => i)
    const whole = await Promise.all(all.map(() => start('all', own)))
    const webs = await Promise.all(all.map(() => start('web', forwarded)))
    await Promise.all([untilCaughtUp(own.url), untilCaughtUp(forwarded.url)])
    const sides = {
      own: { database: own, processes: whole },
      webs: { database: forwarded, processes: webs },
    }
    for (const load of loadsOf(count, ways)) {
      const ratio = median(await compare(sides, load, () => ready.splice(0, BURST)))
      const figure = `${name}, ${load.way.name}, ${load.connections} callers`
      if (load.way.isJudged || count === 1) hold(figure, ratio, { atLeast }, quiet)
      else note(figure, ratio, '')
    }
    await endAll([...whole, ...webs])
  }
  await endAll([...others, ledger])
  await sink.close()
  await Promise.all([own.close(), forwarded.close()])
}

const endAll = (processes: readonly RoleProcess[]) =>
  Promise.all(processes.map((each) => each.end()))

type Load = { readonly way: Way; readonly connections: number }

/** A single process needs no balancer. */
function loadsOf(count: number, ways: readonly Way[]): Load[] {
  const [plain] = ways.slice(-1)
  if (plain && count === 1) return [{ way: plain, connections: CONNECTIONS }]
  return ways.flatMap((way) => CROWDS.map((connections) => ({ way, connections })))
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

/** The rates of web processes relative to whole ones, with the same members, in turns. */
async function compare(
  { own, webs }: { readonly own: Side; readonly webs: Side },
  { way, connections }: Load,
  next: () => Ready[],
): Promise<number[]> {
  const rateOf = async ({ database, processes }: Side, ready: readonly Ready[]) => {
    const { ports, end } = await way.open(processes)
    const { rate } = await activate(database.db, ports, ready, connections).finally(end)
    return rate
  }
  const rates: { own: number; webs: number }[] = []
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round++) {
    const ready = next()
    const before = await rateOf(own, ready)
    rates.push({ own: before, webs: await rateOf(webs, ready) })
  }
  const counted = rates.slice(WARM_ROUNDS)
  note('  whole processes: activations per second', median(counted.map((each) => each.own)), '/s')
  note('  web processes', median(counted.map((each) => each.webs)), '/s')
  return counted.map((each) => each.webs / each.own)
}
