/** Adds commands to the public log after the ledger has committed them, without delaying it. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/types.ts'
import { bytesOf } from '../../../proof/canonical.ts'
import { entryText } from '../../../proof/entry.ts'
import {
  addLeaves,
  edgeOf,
  HASH_BYTES,
  subtreesOf,
  TILE_WIDTH,
  type Tile,
} from '../../../proof/tiles.ts'
import { leafHash, rootOf } from '../../../proof/tree.ts'
import { readEntries } from './read-entries.ts'
import { sha256 } from './sha256.ts'

/** Commands in one transaction: some tenths of a second. */
const MOST_COMMANDS = 5_000

/** How many commands the log has. */
export async function readLogSize(db: Db): Promise<number> {
  const row = await db
    .selectFrom('log_tiles')
    .select((eb) => ['no', eb.fn<number>('length', ['hashes']).as('bytes')])
    .where('level', '=', 0)
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? Number(row.no) * TILE_WIDTH + row.bytes / HASH_BYTES : 0
}

/** Reads the named tiles that exist. */
export async function readTiles(
  db: Db,
  named: readonly Pick<Tile, 'level' | 'no'>[],
): Promise<(level: number, no: number) => Uint8Array> {
  const rows =
    named.length === 0
      ? []
      : await db
          .selectFrom('log_tiles')
          .select(['level', 'no', 'hashes'])
          .where((eb) => eb.or(named.map(({ level, no }) => eb.and({ level, no: BigInt(no) }))))
          .execute()
  const tiles = new Map(rows.map(({ level, no, hashes }) => [`${level}/${no}`, hashes]))
  return (level, no) => tiles.get(`${level}/${no}`) ?? new Uint8Array()
}

/** The root of the first commands. Throws if the log has fewer. */
export async function readRoot(db: Db, size: number): Promise<Uint8Array> {
  return rootOf(sha256, subtreesOf(sha256, await readTiles(db, edgeOf(size))), size)
}

/**
 * Adds the next commands, up to one if it is given.
 * @returns how many it added
 */
export async function growLog(db: Db, upTo = Infinity, most = MOST_COMMANDS): Promise<number> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const size = await readLogSize(tx)
      const until = Math.min(size + most, upTo)
      const logged = await readEntries(tx, { after: size, until }, { makeKeys: true })
      const leaves = logged.map(({ entry }) => leafHash(sha256, bytesOf(entryText(entry))))
      if (logged.some(({ entry }, i) => entry.seq !== size + i + 1)) {
        throw new Error(`the command log has a gap after ${size}`)
      }
      await addTo(tx, size, leaves)
      return leaves.length
    })
}

async function addTo(tx: Tx, size: number, leaves: readonly Uint8Array[]): Promise<void> {
  const named = edgeOf(size)
  const read = await readTiles(tx, named)
  const edge = named.map(({ level, no }) => ({ level, no, hashes: read(level, no) }))
  const changed = addLeaves(sha256, size, edge, leaves)
  if (changed.length === 0) return
  await tx
    .insertInto('log_tiles')
    .values(
      changed.map(({ level, no, hashes }) => ({
        level,
        no: BigInt(no),
        hashes: Buffer.from(hashes),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['level', 'no']).doUpdateSet({ hashes: sql.ref('excluded.hashes') }),
    )
    .execute()
}
