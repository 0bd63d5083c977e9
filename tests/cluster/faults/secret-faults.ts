/** New secrets for a running product, as in docs/operations.md. */
import { randomBytes } from 'node:crypto'
import { requirePassword } from '../patroni-api.ts'
import { primaryOf, queryPrimary, untilWhole } from '../primary.ts'
import { NOTICEABLE_MS, standbysOf, untilPrimaryIsNot, type Fault, type Scene } from './fault.ts'
import { DATABASE_ROLES, thisVersion } from '../product-machines.ts'
import { replaceAll } from './product-faults.ts'

/** Until both web processes have restarted. The app renews a refused token for longer. */
const RESTARTING_MS = 5_000

const newSecret = (): string => randomBytes(32).toString('hex')

async function rotateAuthSecret(scene: Scene): Promise<void> {
  const { cluster } = scene
  const before = cluster.shared.AUTH_SECRET ?? ''
  const next = newSecret()
  for (const machine of cluster.products.values()) {
    machine.change({ AUTH_SECRET: next, AUTH_SECRET_BEFORE: before })
  }
  cluster.shared.AUTH_SECRET = next
  const { signedOut } = scene.load
  await replaceAll(cluster, thisVersion)
  if (scene.load.signedOut > signedOut) throw new Error('members have to sign in again')
}

async function rotatePasswords(scene: Scene): Promise<void> {
  const { cluster } = scene
  const next = newSecret()
  for (const role of DATABASE_ROLES) {
    await queryPrimary(cluster.place, `alter role twofold_${role} password '${next}'`)
  }
  for (const machine of cluster.products.values()) machine.changePassword(next)
  await replaceAll(cluster, thisVersion)
}

/** The standbys first, and then the leader, after its own patronictl has moved the primary. */
async function rotatePatroniPassword(scene: Scene): Promise<void> {
  const { place, databases } = scene.cluster
  const next = newSecret()
  const leader = await primaryOf(place)
  for (const name of [...(await standbysOf(scene)), leader]) {
    const machine = databases.get(name)
    if (!machine) throw new Error(`there is no ${name}`)
    if (name === leader) {
      await machine.patronictl('switchover', '--force')
      await untilPrimaryIsNot(scene, leader)
    }
    machine.changeApiPassword(next)
    await machine.patroni.end('SIGTERM')
    machine.patroni.start()
    await untilWhole(place)
  }
  await requirePassword(place)
}

export const secretFaults: readonly Fault[] = [
  { name: 'rotate-auth-secret', counts: [1, 5], pauseMs: RESTARTING_MS, play: rotateAuthSecret },
  { name: 'rotate-patroni', counts: [1, 5], pauseMs: 6_000, play: rotatePatroniPassword },
  // Last, because the tools of other faults sign in with the first password.
  { name: 'rotate-passwords', counts: [1, 5], pauseMs: NOTICEABLE_MS, play: rotatePasswords },
]
