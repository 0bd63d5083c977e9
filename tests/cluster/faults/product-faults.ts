/** Processes of the product that die, freeze, or lose the network. */
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { until } from '../../support/poll.ts'
import { leaderOf, type Cluster, type Leader } from '../cluster.ts'
import { NOTICEABLE_MS, type Fault, type Scene } from './fault.ts'
import { migrateTo } from '../migrate.ts'
import { plugIn, unplug } from '../network.ts'
import { runToEnd } from '../program.ts'
import { thisVersion, untilReady, type ProductMachine } from '../product-machines.ts'

const machinesOf = ({ cluster }: Scene, role: string): ProductMachine[] =>
  [...cluster.products.values()].filter((machine) => machine.role === role)

/** Less than systemd waits in deploy/systemd. */
const RESTART_MS = 1_000

async function kill(machine: ProductMachine): Promise<void> {
  await machine.product.end('SIGKILL')
  await wait(RESTART_MS)
  machine.product.start()
  await untilReady(machine)
}

export async function killUntilDatabase(machine: ProductMachine): Promise<void> {
  await machine.product.end('SIGKILL')
  await wait(RESTART_MS)
  await startUntilDatabase(machine)
}

/** As systemd does in deploy/systemd: it starts a process again that finds no database. */
async function startUntilDatabase(machine: ProductMachine): Promise<void> {
  await until(
    `${machine.name} to find the database`,
    async () => {
      machine.product.start()
      await untilReady(machine).catch((error: unknown) => {
        if (!machine.product.output().includes("Can't connect to the database")) throw error
      })
      return machine.product.isRunning()
    },
    { deadlineMs: 120_000, everyMs: RESTART_MS },
  )
}

/** About the time of the requests, until the email is sent, and until the payout is final. */
const BEGIN_MS = 500
const EMAIL_MS = 600
const PAYOUT_MS = 7_000

/** A web process, while a member asks for a deposit, a payout, and an email, then both workers. */
async function killWebAndWorkers(scene: Scene): Promise<void> {
  const { journey, random } = scene
  const killWithin = async (ms: number, role: string): Promise<void> => {
    const machine = random.pick(machinesOf(scene, role))
    await wait(random.below(ms))
    await kill(machine)
  }
  const killWorkers = () =>
    Promise.all([killWithin(EMAIL_MS, 'mail'), killWithin(PAYOUT_MS, 'chain')])
  await Promise.all([killWithin(BEGIN_MS, 'web'), journey.begin().then(killWorkers)])
  await journey.end()
}

async function untilLeaderIsNot({ cluster }: Scene, { epoch }: Leader): Promise<void> {
  const isNew = async (): Promise<boolean> => (await leaderOf(cluster)).epoch > epoch
  await until('another leader', isNew, { deadlineMs: 30_000, everyMs: 50 })
}

async function killLeader(scene: Scene): Promise<void> {
  const leader = await leaderOf(scene.cluster)
  await leader.machine.product.end('SIGKILL')
  await untilLeaderIsNot(scene, leader)
  await wait(1_000)
  leader.machine.product.start()
  await untilReady(leader.machine)
}

async function killStandbyWriter(scene: Scene): Promise<void> {
  const { machine: leader, epoch } = await leaderOf(scene.cluster)
  const standby = machinesOf(scene, 'ledger').find((machine) => machine !== leader)
  if (standby) await kill(standby)
  await expectSameLeader(scene, epoch)
}

async function expectSameLeader({ cluster }: Scene, epoch: number): Promise<void> {
  const now = await leaderOf(cluster)
  if (now.epoch !== epoch) throw new Error(`epoch ${epoch} ended, although its leader worked`)
}

/**
 * The old leader finds out that it was replaced, and commits nothing. The audit compares epochs.
 */
async function untilDeposed({ machine }: Leader): Promise<void> {
  const hasNoticed = (): boolean => machine.product.output().includes('no longer leads the ledger')
  await until('the old leader to notice', hasNoticed, { deadlineMs: 30_000 })
}

async function freezeLeader(scene: Scene): Promise<void> {
  const leader = await leaderOf(scene.cluster)
  leader.machine.product.signal('SIGSTOP')
  await wait(20_000)
  leader.machine.product.signal('SIGCONT')
  await untilDeposed(leader)
  await untilLeaderIsNot(scene, leader)
}

/** What the rules need for a cascade of 100,000 activations. */
const BUSY_MS = 4_400
const keepBusy = fileURLToPath(new URL('keep-busy.ts', import.meta.url))

/** Its main thread stalls in the middle of a batch, but another thread says that it is alive. */
async function keepLeaderBusy(scene: Scene): Promise<void> {
  const { machine, epoch } = await leaderOf(scene.cluster)
  const command = [process.execPath, keepBusy, String(machine.product.pid()), String(BUSY_MS)]
  const { name } = machine
  const env = { PATH: process.env.PATH ?? '' }
  const logFile = `${machine.product.logFile}.busy`
  await runToEnd({ name: 'keep-busy', machine: name, logFile, env, command })
  // Until the next command of each client is confirmed.
  await wait(1_000)
  const longestMs = scene.load.pauses.longestMs()
  if (longestMs < BUSY_MS) throw new Error(`commands waited only ${Math.round(longestMs)} ms`)
  await expectSameLeader(scene, epoch)
}

/** A standby ends a leader's sessions at most once within this time. */
const WATCHDOG_REST_MS = 30_000

async function partitionLeader(scene: Scene): Promise<void> {
  const leader = await leaderOf(scene.cluster)
  unplug(leader.machine.name)
  try {
    await untilLeaderIsNot(scene, leader)
    await wait(5_000)
  } finally {
    plugIn(leader.machine.name)
  }
  await untilDeposed(leader)
  await wait(WATCHDOG_REST_MS)
}

async function freezeWeb(scene: Scene): Promise<void> {
  const { product } = scene.random.pick(machinesOf(scene, 'web'))
  product.signal('SIGSTOP')
  await wait(20_000)
  product.signal('SIGCONT')
}

/** Much longer than the load balancer waits for the answer to a check, twice. */
const STALL_MS = 6_000

/** As on a machine with too much to do: no process answers a check in time. */
async function stallWebs(scene: Scene): Promise<void> {
  const webs = machinesOf(scene, 'web')
  for (const { product } of webs) product.signal('SIGSTOP')
  await wait(STALL_MS)
  for (const { product } of webs) product.signal('SIGCONT')
  await wait(1_000)
}

/** After this, systemd kills a process that should stop. */
const STOP_MS = 30_000

async function stop({ name, product }: ProductMachine): Promise<void> {
  const beganAt = performance.now()
  await product.end('SIGTERM')
  const ms = performance.now() - beganAt
  if (ms > STOP_MS) throw new Error(`${name} stopped after ${Math.round(ms)} ms`)
}

const isLedger = ({ role }: ProductMachine): boolean => role === 'ledger'

/** An operator runs it again if the database was not available. */
async function migrateUntilDone({ place }: Cluster, version: string): Promise<void> {
  const isDone = async (): Promise<boolean> => {
    try {
      await migrateTo(place, version)
      return true
    } catch (error) {
      if (/Can't connect to|is not available/.test(String(error))) return false
      throw error
    }
  }
  await until('the migration', isDone, { deadlineMs: 120_000, everyMs: RESTART_MS })
}

/**
 * Every process, one after another, once the database is migrated. Ledger standbys go first, so
 * that leadership moves only once.
 * @param onStep called before the migration, and before each process, by its machine's name
 */
export async function replaceAll(
  cluster: Cluster,
  version: string,
  onStep: (step: string) => void = () => {},
): Promise<void> {
  onStep('migrate')
  if (version === thisVersion) await migrateUntilDone(cluster, version)
  const { machine: leader } = await leaderOf(cluster)
  const others = [...cluster.products.values()].filter((machine) => machine !== leader)
  const rest = others.filter((machine) => !isLedger(machine))
  for (const machine of [...others.filter(isLedger), leader, ...rest]) {
    onStep(machine.name)
    machine.useVersion(version)
    await stop(machine)
    await startUntilDatabase(machine)
  }
  cluster.versions.running = version
}

/** To deploy, and to come back from the next time. */
export function otherVersion({ previous, cluster }: Pick<Scene, 'previous' | 'cluster'>): string {
  const now = cluster.versions.running
  return now === thisVersion && previous !== null ? previous : thisVersion
}

/** An audit takes as long as such a turn, so five turns share one. */
const turnsPerAudit = 5

export const productFaults: readonly Fault[] = [
  { name: 'kill-leader', counts: [3, 100], pauseMs: 1_000, play: killLeader, turnsPerAudit },
  {
    name: 'kill-standby-writer',
    counts: [3, 100],
    pauseMs: 1_000,
    play: killStandbyWriter,
    turnsPerAudit,
  },
  {
    name: 'kill-web-and-workers',
    counts: [3, 100],
    pauseMs: NOTICEABLE_MS,
    play: killWebAndWorkers,
    turnsPerAudit,
  },
  { name: 'freeze-leader', counts: [2, 30], pauseMs: 2_500, play: freezeLeader, turnsPerAudit },
  { name: 'busy-leader', counts: [1, 3], pauseMs: BUSY_MS + 1_600, play: keepLeaderBusy },
  { name: 'partition-leader', counts: [2, 10], pauseMs: 2_500, play: partitionLeader },
  { name: 'freeze-web', counts: [1, 30], pauseMs: 21_000, play: freezeWeb },
  {
    name: 'stall-webs',
    counts: [1, 5],
    pauseMs: STALL_MS + NOTICEABLE_MS,
    isUnnoticed: true,
    play: stallWebs,
  },
  {
    name: 'rolling-restart',
    counts: [1, 5],
    pauseMs: NOTICEABLE_MS,
    isUnnoticed: true,
    play: ({ cluster }) => replaceAll(cluster, cluster.versions.running),
  },
  {
    name: 'rolling-deploy',
    counts: [2, 5],
    pauseMs: NOTICEABLE_MS,
    isUnnoticed: true,
    cannotRun: ({ previous }) => (previous === null ? 'it needs --previous FOLDER' : null),
    isForAnyVersion: true,
    play: (scene) => replaceAll(scene.cluster, otherVersion(scene)),
  },
]
