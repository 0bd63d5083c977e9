/** New secrets for a product that runs, as docs/operations.md has it. */
import { randomBytes } from 'node:crypto'
import { queryPrimary } from './primary.ts'
import { NOTICEABLE_MS, type Fault, type Scene } from './fault.ts'
import { DATABASE_ROLES, thisVersion } from './product-machines.ts'
import { replaceAll } from './product-faults.ts'

const newSecret = (): string => randomBytes(32).toString('hex')

async function rotateAuthSecret(scene: Scene): Promise<void> {
  const { cluster } = scene
  const before = cluster.shared.AUTH_SECRET ?? ''
  const next = newSecret()
  for (const machine of cluster.products.values()) {
    machine.change({ AUTH_SECRET: next, AUTH_SECRET_BEFORE: before })
  }
  await replaceAll(scene, thisVersion)
  cluster.shared.AUTH_SECRET = next
}

async function rotatePasswords(scene: Scene): Promise<void> {
  const { cluster } = scene
  const next = newSecret()
  for (const role of DATABASE_ROLES) {
    await queryPrimary(cluster.place, `alter role twofold_${role} password '${next}'`)
  }
  for (const machine of cluster.products.values()) machine.changePassword(next)
  await replaceAll(scene, thisVersion)
}

export const secretFaults: readonly Fault[] = [
  { name: 'rotate-auth-secret', counts: [1, 5], pauseMs: NOTICEABLE_MS, play: rotateAuthSecret },
  // Last: tools of other faults sign in with the first password.
  { name: 'rotate-passwords', counts: [1, 5], pauseMs: NOTICEABLE_MS, play: rotatePasswords },
]
