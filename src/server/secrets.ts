import { randomBytes } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { accountXpub, newMnemonic, newPrivateKey } from '../tron/secret-keys.ts'

const developmentSecret = z.object({
  authSecret: z.string(),
  /** The words behind the deposit addresses: development alone keeps them beside the product. */
  depositMnemonic: z.string(),
  depositXpub: z.string(),
  payoutKey: z.string(),
  operatorPassword: z.string(),
})

export type DevelopmentSecrets = z.infer<typeof developmentSecret>

/**
 * The secrets of a development start: made at the first start and kept in `dataDir`, readable for
 * its owner alone, so that sessions, addresses and the payout wallet survive a restart.
 */
export async function developmentSecrets(dataDir: string): Promise<DevelopmentSecrets> {
  const path = join(dataDir, 'secrets.json')
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text !== null) return developmentSecret.parse(JSON.parse(text))
  const secrets = makeSecrets()
  await mkdir(dataDir, { recursive: true })
  await writePrivate(path, `${JSON.stringify(secrets, null, 2)}\n`)
  return secrets
}

function makeSecrets(): DevelopmentSecrets {
  const depositMnemonic = newMnemonic()
  return {
    authSecret: randomBytes(48).toString('base64url'),
    depositMnemonic,
    depositXpub: accountXpub(depositMnemonic),
    payoutKey: Buffer.from(newPrivateKey()).toString('hex'),
    operatorPassword: randomBytes(9).toString('base64url'),
  }
}

/** Writes the whole file or nothing: a kill half-way must not leave half a secret. */
async function writePrivate(path: string, text: string): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await chmod(`${path}.new`, 0o600)
  await rename(`${path}.new`, path)
}
