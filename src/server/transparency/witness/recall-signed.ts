/**
 * Asks the witnesses what we signed. The copy in DATA_DIR is missing on a new machine, and a
 * restored database may lack commands. Witnesses keep their newest checkpoint of our log, with our
 * own signature. If the log doesn't continue it, it would have two histories.
 */
import type { Logger } from 'pino'
import type { Db } from '../../../db/types.ts'
import { verifyEd25519 } from '../../../proof/ed25519.ts'
import { isFormer } from '../../../proof/epochs.ts'
import {
  isFault,
  openNote,
  peekCheckpoint,
  type Checkpoint,
  type Verifier,
} from '../../../proof/note.ts'
import type { Witness } from '../../../proof/policy.ts'
import { equal } from '../../../proof/tree.ts'
import { nameOf } from '../../witness/witness-store.ts'
import { readLogSize, readRoot } from '../log/grow-log.ts'
import { keepSigned, readKept, type Signer } from '../log/sign-checkpoint.ts'
import { readAnswer, TIMEOUT_MS } from './ask-witnesses.ts'

type Deps = {
  readonly db: Db
  readonly signer: Signer
  readonly former?: Signer | null
  readonly dataDir: string
  readonly log: Pick<Logger, 'warn' | 'error'>
}

type Signed = { readonly note: string; readonly checkpoint: Checkpoint }

/**
 * Copies a checkpoint that a witness has of us, and that the log doesn't continue, to DATA_DIR, so
 * that we sign nothing more. A witness that is away, or that has something else, doesn't count.
 */
export async function recallSigned(deps: Deps, witnesses: readonly Witness[]): Promise<void> {
  const { db, signer, dataDir, log } = deps
  if (witnesses.length === 0 || (await isLost(deps))) return
  const asked = witnesses.map(async (witness) => {
    try {
      return await readNewest(deps, witness, AbortSignal.timeout(TIMEOUT_MS))
    } catch (error) {
      log.warn({ err: error, witness: witness.verifier.name }, 'a witness did not tell what it saw')
      return null
    }
  })
  let lost: Signed | null = null
  for (const signed of await Promise.all(asked)) {
    if (signed === null || signed.checkpoint.size <= (lost?.checkpoint.size ?? -1)) continue
    if (!(await continues(db, signed.checkpoint))) lost = signed
  }
  if (lost === null) return
  const { size } = lost.checkpoint
  log.error({ log: signer.verifier.name, size }, 'a witness has what our log no longer continues')
  await keepSigned(dataDir, lost.note)
}

/** Whether the copy in DATA_DIR shows on its own that we must sign nothing. */
async function isLost({ db, signer, dataDir }: Deps): Promise<boolean> {
  const { name: origin } = signer.verifier
  const kept = await readKept(dataDir)
  if (kept === null) return false
  if (kept.origin !== origin) return isFormer(origin, kept.origin)
  return !(await continues(db, kept))
}

async function continues(db: Db, { size, root }: Checkpoint): Promise<boolean> {
  return size <= (await readLogSize(db)) && (size === 0 || equal(await readRoot(db, size), root))
}

/** The newest checkpoint of our log that a witness has; null if it has none with our signature. */
async function readNewest(
  { signer, former }: Deps,
  { url }: Witness,
  signal: AbortSignal,
): Promise<Signed | null> {
  const keys: Verifier[] = [signer, ...(former ? [former] : [])].map(({ verifier }) => verifier)
  const origin = signer.verifier.name
  const path = `${url.replace(/\/$/, '')}/${nameOf(origin)}/checkpoint`
  const response = await fetch(path, { redirect: 'error', signal })
  const note = await readAnswer(response)
  if (response.status === 404) return null
  if (response.status !== 200) throw new Error(`it answered ${response.status}`)
  const checkpoint = peekCheckpoint(note)
  const opened = openNote(note, keys, verifyEd25519)
  if (isFault(opened)) throw new Error(`${opened.fault} ${opened.field}`)
  return checkpoint?.origin === origin ? { note, checkpoint } : null
}
