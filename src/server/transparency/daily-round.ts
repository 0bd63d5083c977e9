import type { Context } from '../context.ts'
import { readOrigin } from './log/epochs.ts'
import { followLog } from './log/follow-log.ts'
import { growLog } from './log/grow-log.ts'
import { openSigner, signCheckpoint } from './log/sign-checkpoint.ts'
import { readPrivateKey } from '../../tron/keys/secret-keys.ts'
import { anchorDay } from './anchor/anchor-day.ts'
import { brandName } from '../brand/brand.ts'
import { drawSample } from './reserves/draw-sample.ts'
import { isTime, takeReading } from './reserves/random-readings.ts'
import { reservesPart } from './reserves/reserves-part.ts'
import { askWitnesses, readSilent } from './witness/ask-witnesses.ts'
import { recallSigned } from './witness/recall-signed.ts'
import { sheetParts } from './parts.ts'
import { makeSheet } from './sheet/make-sheet.ts'

type Config = Pick<
  Context['config'],
  | 'publicUrl'
  | 'dataDir'
  | 'logKeyBefore'
  | 'witnesses'
  | 'reserveWallets'
  | 'logEveryMs'
  | 'anchorKey'
  | 'anchorTo'
>
export type RoundDeps = Pick<Context, 'db' | 'book' | 'tron' | 'log' | 'stopping'> & {
  readonly config: Config & { readonly logKey: string }
  /** The SHA-256 of each verifier that we serve, by its name. */
  readonly code?: Readonly<Record<string, string>>
  /** Whether this process hasn't signed yet, and DATA_DIR may lack what we signed last. */
  readonly isStart?: boolean
}

/**
 * Brings the log up to date with the ledger, signs it, and creates the day's sheet if there is
 * none. It can be killed at any point: the next round continues, and a day never gets two sheets.
 */
export async function runRound(deps: RoundDeps): Promise<void> {
  const { config, db, book, tron, log, stopping } = deps
  const { logKey, logKeyBefore, publicUrl, dataDir, reserveWallets: wallets } = config
  const origin = await readOrigin(db, publicUrl)
  const signer = openSigner(origin, logKey)
  const former = logKeyBefore === null ? null : openSigner(origin, logKeyBefore)
  const signing = { db, signer, former, dataDir, log }
  await followLog(db, stopping)
  if (deps.isStart === true) await recallSigned(signing, config.witnesses)
  await signCheckpoint(signing)
  await askWitnesses(deps, config.witnesses)
  // If a witness refuses, the next round finds out why.
  await recallSigned(signing, await readSilent(db, config.witnesses))
  await anchor(deps)
  await drawSample(db, tron)
  const ours = { tron, brand: brandName(), origin, wallets }
  if (isTime(config.logEveryMs)) await takeReading({ db, ...ours })
  const parts = [...sheetParts, reservesPart(ours)]
  const day = await makeSheet({ db, book, origin, parts, code: deps.code ?? {} })
  if (day === null) return
  log.info({ day }, 'sealed the sheet of the day')
  await growLog(db)
  await signCheckpoint(signing)
  await askWitnesses(deps, config.witnesses)
}

/**
 * Nothing depends on an anchor, so its failure doesn't stop the round. The alert `anchor_age`
 * reports failures.
 */
async function anchor({ config, db, tron, log }: RoundDeps): Promise<void> {
  const { anchorKey, anchorTo } = config
  const isSet = anchorKey !== null && anchorTo !== null
  const wallet = isSet ? { key: readPrivateKey(anchorKey), to: anchorTo } : null
  await anchorDay(db, tron, wallet).catch((error: unknown) => {
    log.warn({ err: error }, 'could not anchor the day')
  })
}
