/** The whole cluster comes back from a backup, as in docs/operations.md, and then days pass. */
import { lacksCompiler } from '../clock/own-clock.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../support/poll.ts'
import { programsOf } from '../database-machines.ts'
import { queryPrimary, primaryOf, untilWhole } from '../primary.ts'
import { untilReady } from '../product-machines.ts'
import { standbysOf, type Fault, type Scene } from './fault.ts'

const DATA = '/var/lib/postgresql/twofold'
/** Longer than the clock steps in a backup's names. */
const APART_MS = 1_100
const DAY = 86_400

/** Restores to a moment after the last command, so that the public log lacks nothing it signed. */
async function restoreAll(scene: Scene): Promise<void> {
  const { cluster, load } = scene
  const { place, databases, products } = cluster
  const machineOf = (name: string) => {
    const machine = databases.get(name)
    if (machine) return machine
    throw new Error(`there is no ${name}`)
  }
  const first = machineOf(await primaryOf(place))
  const others = (await standbysOf(scene)).map(machineOf)
  await first.archive('backup', '--type=full')
  await load.drain()
  await wait(APART_MS)
  const moment = new Date().toISOString().replace('T', ' ').replace('Z', '+00')
  for (const { product } of products.values()) await product.end('SIGTERM')
  // Recovery ends at the first change after that moment.
  await queryPrimary(place, 'select pg_switch_wal()')
  for (const { patroni } of [...others, first]) await patroni.end('SIGTERM')
  await first.etcdctl('del', '--prefix', '/service/twofold')
  for (const machine of [...others, first]) {
    await machine.shell(`mv ${DATA} ${DATA}-old`)
    // From now on, its clock can change while it runs.
    machine.setClock(0)
  }
  await first.shell(`install --directory --mode=700 ${DATA}`)
  await first.archive('restore', '--type=time', `--target=${moment}`, '--target-action=promote')
  const programs = programsOf(place.root)
  await first.shell(`
    ${programs}/pg_ctl --pgdata=${DATA} --log=${DATA}-restore.log --timeout=600 start
    until [ "$(psql --tuples-only --no-align --command='select pg_is_in_recovery()')" = f ]
    do sleep 1
    done
    ${programs}/pg_ctl --pgdata=${DATA} stop`)
  first.patroni.start()
  await primaryOf(place)
  for (const { patroni } of others) patroni.start()
  await untilWhole(place)
  for (const machine of products.values()) {
    machine.product.start()
    await untilReady(machine)
  }
  for (const machine of [...others, first]) await machine.shell(`rm -r ${DATA}-old`)
  load.run()
}

const DAYS = 2
/** Shorter than a job may take to prepare for the next day. */
const STEPS_A_DAY = 3
const STEP_MS = 15_000

/** Each sheet names the one before. */
const SHEETS = `select count(*)::int as sheets, count(distinct day)::int as days,
  count(*) filter (where before is not null and previous is distinct from before)::int as breaks
  from (select s.day, b.body::json ->> 'previous' as previous,
    lag(s.sha256) over (order by s.day) as before
    from day_sheets s join sheet_bodies b on b.sha256 = s.sha256) s`

/**
 * Days pass for the database, and so for every process, but not for the chain: it would need each
 * block of these days. So no deposits, payouts, and reconciliations are part of it.
 */
async function restoreAndContinue(scene: Scene): Promise<string> {
  const { cluster, load } = scene
  const { place, databases } = cluster
  const { signedOut } = load
  await restoreAll(scene)
  const readSheets = async () => (await queryPrimary(place, SHEETS, 'twofold'))[0]
  const before = Number((await readSheets())?.sheets)
  for (let step = 1; step <= DAYS * STEPS_A_DAY; step++) {
    for (const machine of databases.values()) machine.setClock((step * DAY) / STEPS_A_DAY)
    await wait(STEP_MS)
    const days = Math.floor(step / STEPS_A_DAY)
    const hasSheets = async () => Number((await readSheets())?.sheets) >= before + days
    await until(`the sheet of day ${days}`, hasSheets, { deadlineMs: 200_000, everyMs: 1_000 })
  }
  const { sheets, days, breaks } = (await readSheets()) ?? {}
  if (sheets !== days || breaks !== 0)
    throw new Error(`${sheets} sheets of ${days} days, ${breaks} breaks`)
  if (load.signedOut > signedOut) throw new Error('members have to sign in again')
  return `${DAYS} days and ${sheets} sheets after a restore`
}

/** Not of the restore, for which clients wait, but of each step, which ends what runs. */
const PAUSE_MS = 20_000

export const restoreFaults: readonly Fault[] = [
  {
    name: 'restore-and-days',
    counts: [1, 3],
    cannotRun: lacksCompiler,
    pauseMs: PAUSE_MS,
    stopsChain: true,
    play: restoreAndContinue,
  },
]
