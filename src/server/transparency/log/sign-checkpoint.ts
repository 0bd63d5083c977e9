/** Signs the log's contents, and never two histories. */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Db, Tx } from '../../../db/types.ts'
import {
  checkpointText,
  peekCheckpoint,
  signNote,
  verifierOf,
  verifierText,
  type Checkpoint,
  type Verifier,
} from '../../../proof/note.ts'
import { isFormer } from '../../../proof/epochs.ts'
import { equal } from '../../../proof/tree.ts'
import { readIfPresent, replaceFile } from '../../files/files.ts'
import { readLogSize, readRoot } from './grow-log.ts'
import { sha256 } from './sha256.ts'

/** The DER header of an Ed25519 private key (RFC 8410); its 32 bytes follow. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const RAW_KEY_BYTES = 32

export type Signer = {
  readonly verifier: Verifier
  readonly sign: (text: Uint8Array) => Uint8Array
}

/** The signer of a log, from 64 hex digits. */
export function openSigner(origin: string, seed: string): Signer {
  const der = Buffer.concat([PKCS8, Buffer.from(seed, 'hex')])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  const verifier = verifierOf(sha256, origin, spki.subarray(-RAW_KEY_BYTES))
  return { verifier, sign: (text) => sign(null, text, key) }
}

/**
 * The database doesn't continue what we signed before, for example because a restore lost commands.
 */
export class LogBehind extends Error {
  override name = 'LogBehind'
}

/** We can't copy the checkpoint out of the database, so a restore could silently undo it. */
export class NoCopy extends Error {
  override name = 'NoCopy'
  static readonly #start = "the last checkpoint can't be copied to "

  constructor(path: string, options: ErrorOptions) {
    super(`${NoCopy.#start}${path}`, options)
  }

  /** Whether the log rests for such an error. */
  static isReason(why: string): boolean {
    return why.startsWith(NoCopy.#start)
  }
}

type Deps = {
  readonly db: Db
  readonly signer: Signer
  /** The previous key, which also signs while readers switch to the new one. */
  readonly former?: Signer | null
  readonly dataDir: string
  readonly log: Pick<Logger, 'info'>
}

/** A copy outside the database, which a restore of the database doesn't undo. */
export const lastCheckpointIn = (dataDir: string): string => join(dataDir, 'last-checkpoint')

/**
 * Signs the log's size and root if it has grown since the last checkpoint. First, it recomputes the
 * root at each size that we signed last, in the database and in the file.
 * @returns the checkpoint's size, or null if there is nothing new
 * @throws LogBehind, or NoCopy if we can't write the file, in which case nobody gets this
 * checkpoint
 */
export async function signCheckpoint(deps: Deps): Promise<number | null> {
  const { db, signer, dataDir } = deps
  const origin = signer.verifier.name
  const size = await readLogSize(db)
  const last = await readLastSigned(db)
  await requireCommands(db, size)
  await requireContinued(db, size, last)
  const kept = await readKept(dataDir)
  // It would sign again what it signed otherwise before it lost commands.
  if (kept && isFormer(origin, kept.origin)) {
    throw new LogBehind(`the database is from before ${kept.origin} began`)
  }
  if (kept?.origin === origin) await requireContinued(db, size, kept)
  if (size === 0 || last?.size === size) return null
  const checkpoint: Checkpoint = { origin, size, root: await readRoot(db, size) }
  const note = signAll(checkpointText(checkpoint), deps)
  await keepVerifiers(deps)
  // Write the file first: no note may leave this process before we have stored a copy.
  await keepSigned(dataDir, note).catch((error: unknown) => {
    throw new NoCopy(lastCheckpointIn(dataDir), { cause: error })
  })
  await db
    .insertInto('log_checkpoints')
    .values({ size: BigInt(size), root: Buffer.from(checkpoint.root), note })
    .execute()
  return size
}

/** The note with the signature of each key, the newest first. */
function signAll(text: string, { signer, former }: Deps): string {
  const note = signNote(text, signer.verifier, signer.sign)
  if (!former) return note
  const beside = signNote(text, former.verifier, former.sign)
  return note + beside.slice(text.length + 1)
}

async function keepVerifiers({ db, signer, former, log }: Deps): Promise<void> {
  for (const { verifier } of former ? [former, signer] : [signer]) {
    const { numInsertedOrUpdatedRows: added } = await db
      .insertInto('log_signers')
      .values({ verifier: verifierText(verifier) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (added === 1n) log.info({ verifier: verifierText(verifier) }, 'a new key signs the log')
  }
}

type Signed = { readonly size: number; readonly root: Uint8Array }

/** The size and root that we signed last; null before the first checkpoint. */
export async function readLastSigned(db: Db | Tx): Promise<Signed | null> {
  const row = await db
    .selectFrom('log_checkpoints')
    .select(['size', 'root'])
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { size: Number(row.size), root: row.root } : null
}

async function requireCommands(db: Db, size: number): Promise<void> {
  const row = await db
    .selectFrom('commands')
    .select('seq')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (Number(row?.seq ?? 0) >= size) return
  throw new LogBehind(`the ledger has ${row?.seq ?? 0} commands, and the log ${size}`)
}

async function requireContinued(db: Db, size: number, signed: Signed | null): Promise<void> {
  if (!signed) return
  if (size < signed.size) {
    throw new LogBehind(
      `the log has ${size} commands, and a checkpoint of ${signed.size} is signed`,
    )
  }
  if (!equal(await readRoot(db, signed.size), signed.root)) {
    throw new LogBehind(`the log's first ${signed.size} commands are not those we signed`)
  }
}

/** The checkpoint of that copy; null if there is none. */
export async function readKept(dataDir: string): Promise<Checkpoint | null> {
  const note = await readIfPresent(lastCheckpointIn(dataDir))
  return note === null ? null : peekCheckpoint(note)
}

/** Replaces the copy outside the database. */
export async function keepSigned(dataDir: string, note: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  // It is public, and other users of this machine may copy it.
  await replaceFile(lastCheckpointIn(dataDir), note, 0o644)
}
