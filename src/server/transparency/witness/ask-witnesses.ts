/**
 * Sends each new checkpoint to the witnesses (C2SP tlog-witness). Nothing waits for them for more
 * than a few seconds, and the log continues whatever they answer.
 */
import { nowMs } from '../../../clock/clock.ts'
import type { Logger } from 'pino'
import type { Db } from '../../../db/types.ts'
import { writeConsistency } from '../../../proof/consistency.ts'
import { verifyEd25519 } from '../../../proof/ed25519.ts'
import { isFault, openNote, peekCheckpoint, verifierText } from '../../../proof/note.ts'
import type { Verifier } from '../../../proof/note.ts'
import type { Witness } from '../../../proof/policy.ts'
import { subtreesOf, tilesFor } from '../../../proof/tiles.ts'
import { consistencyProof } from '../../../proof/tree.ts'
import { readBounded } from '../../../tron/node/read-bounded.ts'
import { readTiles } from '../log/grow-log.ts'
import { sha256 } from '../log/sha256.ts'
import {
  keepCosignature,
  readLastWitnessed,
  readNewest,
  readWitnessed,
  type SignedNote,
} from '../log/cosignatures.ts'

type Deps = { readonly db: Db; readonly log: Pick<Logger, 'warn' | 'error'> }

/** The time limit for all requests to one witness. */
export const TIMEOUT_MS = 5_000
const MOST_ANSWER_BYTES = 16_384
/** How far a witness's clock may be ahead of ours. */
const AHEAD_S = 300
/** The end of the year 9999. */
const MAX_SECONDS = 253_402_300_799

/** Why a witness didn't cosign, for the operator. */
class NotWitnessed extends Error {
  override name = 'NotWitnessed'
}

/**
 * Asks every witness that hasn't cosigned the newest checkpoint.
 * @returns how many did now
 */
export async function askWitnesses(
  { db, log }: Deps,
  witnesses: readonly Witness[],
  timeoutMs = TIMEOUT_MS,
): Promise<number> {
  const newest = witnesses.length > 0 ? await readNewest(db) : undefined
  if (!newest) return 0
  const open = await withoutCosignature(db, newest, witnesses)
  const asked = open.map(async (witness) => {
    try {
      const line = await askWitness(db, witness, newest, AbortSignal.timeout(timeoutMs))
      await keepCosignature(db, newest.size, witness.verifier, line)
      return 1
    } catch (error) {
      log.warn({ err: error, witness: witness.verifier.name }, 'a witness did not cosign')
      return 0
    }
  })
  return (await Promise.all(asked)).reduce<number>((sum, each) => sum + each, 0)
}

async function withoutCosignature(
  db: Db,
  { size }: SignedNote,
  witnesses: readonly Witness[],
): Promise<Witness[]> {
  const known = witnesses.map(({ verifier }) => verifier)
  const done = await readWitnessed(db, size, known)
  return witnesses.filter(({ verifier }) => !done.has(verifierText(verifier)))
}

/** The witnesses that haven't cosigned the newest checkpoint. */
export async function readSilent(db: Db, witnesses: readonly Witness[]): Promise<Witness[]> {
  const newest = witnesses.length > 0 ? await readNewest(db) : undefined
  return newest ? await withoutCosignature(db, newest, witnesses) : []
}

/** The signature line of one witness. */
async function askWitness(
  db: Db,
  witness: Witness,
  newest: SignedNote,
  signal: AbortSignal,
): Promise<string> {
  const checkpoint = peekCheckpoint(newest.own)
  if (!checkpoint) throw new Error('our newest checkpoint cannot be read')
  const last = await readLastWitnessed(db, witness.verifier, checkpoint.origin)
  let answer = await submit(db, witness, newest, last, signal)
  if (answer.status === 409) {
    const size = Number(/^(0|[1-9]\d{0,14})\n$/.exec(answer.body)?.[1] ?? -1)
    if (size > newest.size) {
      throw new NotWitnessed(`it has seen ${size} commands, and our log has ${newest.size}`)
    }
    if (size < 0 || size === last) throw new NotWitnessed('its conflict names no other size')
    answer = await submit(db, witness, newest, size, signal)
  }
  if (answer.status !== 200) {
    throw new NotWitnessed(`it answered ${answer.status}: ${answer.body.slice(0, 200)}`)
  }
  return findLine(answer.body, newest.own, witness.verifier)
}

async function submit(
  db: Db,
  { url }: Witness,
  { own, size }: SignedNote,
  older: number,
  signal: AbortSignal,
): Promise<{ status: number; body: string }> {
  const path = older === 0 ? [] : await readPath(db, older, size)
  const response = await fetch(`${url.replace(/\/$/, '')}/add-checkpoint`, {
    method: 'POST',
    body: writeConsistency({ older, path, note: own }),
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    redirect: 'error',
    signal,
  })
  return { status: response.status, body: await readAnswer(response) }
}

async function readPath(db: Db, older: number, size: number): Promise<Uint8Array[]> {
  const read = subtreesOf(sha256, await readTiles(db, tilesFor(older - 1, size)))
  return consistencyProof(sha256, read, older, size)
}

/** The text of a witness's answer, which may not be long. */
export async function readAnswer(response: Response): Promise<string> {
  const text = await readBounded(response, MOST_ANSWER_BYTES)
  if (text === undefined) throw new NotWitnessed('its answer is too long')
  return text
}

/** A time that may be too large for a date. */
const timeText = (seconds: number): string =>
  seconds <= MAX_SECONDS ? new Date(seconds * 1000).toISOString() : `second ${seconds}`

/** The witness's own line in the answer, if it is valid. Other lines don't count. */
function findLine(body: string, note: string, witness: Verifier): string {
  for (const line of body.split('\n').slice(0, -1)) {
    const opened = openNote(`${note}${line}\n`, [witness], verifyEd25519)
    if (isFault(opened)) {
      if (opened.code === 'no_known_signature') continue
      throw new NotWitnessed(opened.fault)
    }
    const [seconds = 0] = opened.times
    if (seconds < 1 || seconds > nowMs() / 1000 + AHEAD_S) {
      throw new NotWitnessed(`its cosignature is of ${timeText(seconds)}: its clock is wrong`)
    }
    return `${line}\n`
  }
  throw new NotWitnessed('its answer has no cosignature of its key')
}
