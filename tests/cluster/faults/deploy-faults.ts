/** The database fails over in the middle of a deploy, or of the migration before it. */
import { setTimeout as wait } from 'node:timers/promises'
import { crashPrimary, switchOver } from './database-faults.ts'
import type { Fault, Scene } from './fault.ts'
import { otherVersion, replaceAll } from './product-faults.ts'
import { makeRehearsal, type Rehearsal } from './rehearsal.ts'

/** Within the start of one process, or the end of the one before. */
const STEP_MS = 4_000

/** A deploy to the other version and back the next time, while a member is paid. */
const deployDuring =
  (failOver: (scene: Scene) => Promise<void>) =>
  async (scene: Scene): Promise<string> => {
    const { cluster, random, journey, load } = scene
    const { signedOut } = load
    const at = random.pick(['migrate', ...cluster.products.keys()])
    const laterMs = random.below(STEP_MS)
    const version = otherVersion(scene)
    let failing = Promise.resolve()
    const begin = (step: string): void => {
      if (step === at) failing = wait(laterMs).then(() => failOver(scene))
    }
    const deploying = replaceAll(cluster, version, begin)
    const parts = await Promise.allSettled([journey.begin(), deploying])
    // Otherwise, the next turn would begin with what one of them has broken.
    const last = await Promise.allSettled([failing, journey.end()])
    const what = `${laterMs} ms after the step ${at}`
    for (const part of [...parts, ...last]) {
      if (part.status === 'rejected') throw new Error(what, { cause: part.reason })
    }
    if (load.signedOut > signedOut) throw new Error(`${what}: members have to sign in again`)
    return what
  }

/** A migration with work to do, during which the primary dies, and which then runs again. */
const migrateDuring =
  (begin: (scene: Pick<Scene, 'cluster'>) => Promise<Rehearsal>) =>
  async (scene: Scene): Promise<string> => {
    const rehearsal = await begin(scene)
    try {
      const failsAt = scene.random.below(rehearsal.usualMs)
      const running = rehearsal.run().then(
        () => 'it was done',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      await wait(failsAt)
      await crashPrimary(scene)
      const [said = ''] = (await running).trim().split('\n').toReversed()
      if (said.startsWith('Node.js')) throw new Error(`migrate printed a stack: ${await running}`)
      const left = await rehearsal.left()
      const tries = await rehearsal.runUntilDone()
      await rehearsal.compare()
      return `after ${failsAt} ms, ${left} left: ${said} (${tries} more)`
    } finally {
      await rehearsal.cleanUp()
    }
  }

/** A process may need a second start, which systemd makes a moment later. */
const PAUSE_MS = 8_000

const cannotRun = ({ previous }: Pick<Scene, 'previous'>): string | null =>
  previous === null ? 'it needs --previous FOLDER' : null
const deploy = { counts: [1, 10], pauseMs: PAUSE_MS, cannotRun, isForAnyVersion: true } as const

export const deployFaults: readonly Fault[] = [
  { name: 'deploy-crash', ...deploy, play: deployDuring(crashPrimary) },
  { name: 'deploy-switchover', ...deploy, play: deployDuring(switchOver) },
  {
    name: 'migrate-crash',
    counts: [1, 10],
    pauseMs: PAUSE_MS,
    play: migrateDuring(({ cluster }) => makeRehearsal(cluster, 'twofold')),
  },
  {
    name: 'migrate-new-crash',
    counts: [1, 5],
    pauseMs: PAUSE_MS,
    play: migrateDuring(({ cluster }) => makeRehearsal(cluster, 'rehearsal')),
  },
]
