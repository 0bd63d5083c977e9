/** The database moves to a machine with another clock, and back to the right time. */
import { lacksCompiler } from '../clock/own-clock.ts'
import { queryPrimary, primaryOf, untilWhole } from '../primary.ts'
import { crashPrimary } from './database-faults.ts'
import { standbysOf, untilPrimaryIsNot, type Fault, type Scene } from './fault.ts'

/** Sets the clock of a machine that isn't the primary. */
async function setClock({ cluster }: Scene, name: string, aheadSeconds: number | null) {
  const machine = cluster.databases.get(name)
  if (!machine) throw new Error(`there is no ${name}`)
  machine.setClock(aheadSeconds)
  await machine.patroni.end('SIGTERM')
  machine.patroni.start()
  await untilWhole(cluster.place)
}

/** Longer than a process takes to measure the database's clock again. */
const TOLERANCE_SECONDS = 15

/** Throws unless the primary's clock is that far ahead of this machine's. */
async function requireClock({ cluster }: Scene, aheadSeconds: number): Promise<void> {
  const text = 'select extract(epoch from clock_timestamp())::float8 as clock'
  const [row] = await queryPrimary(cluster.place, text)
  const ahead = Number(row?.clock) - Date.now() / 1_000
  if (Math.abs(ahead - aheadSeconds) < TOLERANCE_SECONDS) return
  throw new Error(`the clock is ${Math.round(ahead)} s ahead, not ${aheadSeconds}`)
}

/** Emails that wait for their time, although nobody has failed to send them. */
const WAITING = `select count(*)::int as n from emails where sent_at is null
  and failed_at is null and next_at > clock_timestamp() + interval '5 minutes'`

/**
 * A failover to a wrong clock, and a switchover to the right one. Meanwhile, a member asks for a
 * deposit, a payout, and an email. The email is sent. The others wait until the clock is right,
 * because no block counts until then, and the payment may match no request.
 */
const failOverTo =
  (aheadSeconds: number) =>
  async (scene: Scene): Promise<string> => {
    const { cluster, journey, load } = scene
    const { place, databases } = cluster
    const { signedOut } = load
    const before = { ...journey.accepted }
    const right = await primaryOf(place)
    for (const name of await standbysOf(scene)) await setClock(scene, name, aheadSeconds)
    await crashPrimary(scene)
    await untilWhole(place)
    await requireClock(scene, aheadSeconds)
    await journey.begin()
    await journey.untilEmailed()
    const wrong = await primaryOf(place)
    const others = (await standbysOf(scene)).filter((name) => name !== right)
    for (const name of others) await setClock(scene, name, null)
    await databases.get(wrong)?.patronictl('switchover', '--force')
    await untilPrimaryIsNot(scene, wrong)
    await untilWhole(place)
    await setClock(scene, wrong, null)
    await requireClock(scene, 0)
    await journey.end(true)
    // Until the clock reaches the log's last command, a new request is from later than its payment.
    await journey.begin()
    await journey.end(true)
    const [row] = await queryPrimary(place, WAITING, 'twofold')
    if (row?.n !== 0) throw new Error(`${row?.n} emails wait for the clock`)
    if (load.signedOut > signedOut) throw new Error('members have to sign in again')
    const { member, operator } = journey.accepted
    const accepted = [member - before.member, operator - before.operator]
    return `the member accepted ${accepted[0]} payments, operators ${accepted[1]}`
  }

const HOUR = 3_600
/** A failover and a switchover. */
const PAUSE_MS = 12_000
const cannotRun = lacksCompiler
const clock = { counts: [1, 3], pauseMs: PAUSE_MS, cannotRun, stopsChain: true } as const

export const clockFaults: readonly Fault[] = [
  { name: 'clock-behind', ...clock, play: failOverTo(-HOUR) },
  { name: 'clock-ahead', ...clock, play: failOverTo(HOUR) },
]
