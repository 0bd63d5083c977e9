import { hash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { accountXpub, newMnemonic, newPrivateKey } from '../../tron/keys/secret-keys.ts'

const developmentSecret = z.object({
  authSecret: z.string(),
  /** The mnemonic behind the deposit addresses. Only development keeps it with the product. */
  depositMnemonic: z.string(),
  depositXpub: z.string(),
  payoutKey: z.string(),
  operatorPassword: z.string(),
})

export type DevelopmentSecrets = z.infer<typeof developmentSecret> & {
  /** Signs the public log. We derive it from a secret that older folders already have. */
  readonly logKey: string
}

/**
 * The secrets of a development start. We create them at the first start in `dataDir`, readable by
 * its owner only, so that sessions, addresses and the payout wallet survive a restart.
 */
export async function developmentSecrets(dataDir: string): Promise<DevelopmentSecrets> {
  const path = join(dataDir, 'secrets.json')
  if (!existsSync(path)) {
    await mkdir(dataDir, { recursive: true })
    await writePrivate(path, `${JSON.stringify(makeSecrets(), null, 2)}\n`)
  }
  const secrets = developmentSecret.parse(JSON.parse(await readFile(path, 'utf8')))
  const logKey = hash('sha256', `twofold/log/${secrets.authSecret}`)
  return { ...secrets, logKey }
}

function makeSecrets(): z.infer<typeof developmentSecret> {
  const depositMnemonic = newMnemonic()
  return {
    authSecret: randomBytes(48).toString('base64url'),
    depositMnemonic,
    depositXpub: accountXpub(depositMnemonic),
    payoutKey: Buffer.from(newPrivateKey()).toString('hex'),
    operatorPassword: randomBytes(9).toString('base64url'),
  }
}

/**
 * Writes the whole file or nothing, and never replaces an existing one. If two first starts run at
 * once, one wins and both use its file.
 */
async function writePrivate(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
}
