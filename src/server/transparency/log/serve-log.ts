/** Serves the public log as C2SP tlog-tiles has it: static answers that any cache may keep. */
import type { Db } from '../../../db/types.ts'
import { writeConsistency } from '../../../proof/consistency.ts'
import { epochOf } from '../../../proof/epochs.ts'
import { peekCheckpoint, readVerifier } from '../../../proof/note.ts'
import { majorityOf, writePolicy, type Witness } from '../../../proof/policy.ts'
import { HASH_BYTES, subtreesOf, TILE_WIDTH, tilesFor } from '../../../proof/tiles.ts'
import { consistencyProof } from '../../../proof/tree.ts'
import { readNewest } from './cosignatures.ts'
import { readEpochNo, readLosses } from './epochs.ts'
import { readTiles } from './grow-log.ts'
import { sha256 } from './sha256.ts'

/** The newest signed checkpoint, with its cosignatures; undefined before the first one. */
export const readCheckpointNote = async (db: Db): Promise<string | undefined> =>
  (await readNewest(db))?.note

/** The keys and witnesses that we suggest for checking the log. */
export async function readSuggestedPolicy(db: Db, witnesses: readonly Witness[]): Promise<string> {
  const lines = (await readVerifiers(db)).split('\n').slice(0, -1)
  const logs = lines.flatMap((line) => readVerifier(sha256, line) ?? [])
  return writePolicy(logs, witnesses, majorityOf(witnesses.length))
}

/**
 * The proof that the newest signed tree begins with the given number of leaves; undefined until
 * that tree has as many.
 */
export async function readConsistency(db: Db, older: number): Promise<string | undefined> {
  const note = await readCheckpointNote(db)
  const size = (note !== undefined && peekCheckpoint(note)?.size) || 0
  if (note === undefined || older > size) return undefined
  const read = subtreesOf(sha256, await readTiles(db, tilesFor(older - 1, size)))
  return writeConsistency({ older, path: consistencyProof(sha256, read, older, size), note })
}

/** The public keys that sign the log, one a line. */
export async function readVerifiers(db: Db): Promise<string> {
  const rows = await db.selectFrom('log_signers').select('verifier').orderBy('since').execute()
  return rows.map(({ verifier }) => `${verifier}\n`).join('')
}

export type TilePath = { readonly level: number; readonly no: bigint; readonly width: number }

const TILE = /^([0-7])\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

/** Parses `<L>/<N>[.p/<W>]`; null if it isn't the path of a tile. */
export function readTilePath(path: string): TilePath | null {
  const [, level, digits, width = String(TILE_WIDTH)] = TILE.exec(path) ?? []
  if (level === undefined || digits === undefined || Number(width) > TILE_WIDTH) return null
  if (path.includes('.p/') && Number(width) === TILE_WIDTH) return null
  if (digits.startsWith('x000')) return null
  return { level: Number(level), no: BigInt(digits.replace(/[x/]/g, '')), width: Number(width) }
}

/** How many entries of a log are signed and remain. A former log ends where the next one begins. */
async function readSigned(db: Db, no: number): Promise<bigint> {
  const newest = await readEpochNo(db)
  if (no !== newest) {
    const next = (await readLosses(db)).find(({ origin }) => epochOf(origin).no === no + 1)
    return BigInt((no < newest && next?.kept.size) || 0)
  }
  const row = await db
    .selectFrom('log_checkpoints')
    .select(({ fn }) => fn.max('size').as('size'))
    .executeTakeFirst()
  return row?.size ?? 0n
}

/**
 * The hashes of a tile, or of its beginning; undefined until a checkpoint signs them. Caches keep
 * them forever, and entries that nobody signed may still be lost.
 * @param no the number of the log, because a new one may have other entries at the same places
 */
export async function readTile(db: Db, no: number, tile: TilePath): Promise<Buffer | undefined> {
  const last = tile.no * BigInt(TILE_WIDTH) + BigInt(tile.width)
  if (last * BigInt(TILE_WIDTH) ** BigInt(tile.level) > (await readSigned(db, no))) {
    return undefined
  }
  const row = await db
    .selectFrom('log_tiles')
    .select('hashes')
    .where('level', '=', tile.level)
    .where('no', '=', tile.no)
    .executeTakeFirst()
  const bytes = tile.width * HASH_BYTES
  return row && row.hashes.length >= bytes ? row.hashes.subarray(0, bytes) : undefined
}
