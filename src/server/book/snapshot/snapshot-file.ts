/**
 * One snapshot of the state in one file: the sections, a manifest with the hash of each chunk, and
 * a trailer with the manifest's length and hash. An incomplete file is never used.
 */
import { hash } from 'node:crypto'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { emptyState } from '../../../domain/ledger/state.ts'
import type { Memory } from '../state/catch-up.ts'
import type { Origin } from './origin.ts'
import { restoreRest, roomFor, TABLES, type Sections } from './sections.ts'

const CHUNK_BYTES = 16 * 1024 * 1024
const MAGIC = Buffer.from('TWOFOLD1')
const HASH_BYTES = 32
const TRAILER_BYTES = 4 + HASH_BYTES + MAGIC.length
/** Enough for some 200,000 chunks. */
const MAX_MANIFEST_BYTES = 16 * 1024 * 1024

const Hash = z.string().length(2 * HASH_BYTES)
const Section = z.object({ bytes: z.int().min(0), hashes: z.array(Hash) })
const Manifest = z.object({
  /** Which code wrote it (`origin.ts`). */
  fingerprint: z.string(),
  /** PostgreSQL's identifier of the database cluster. */
  system: z.string(),
  seq: z.int().min(1),
  at: z.int(),
  batch: z.string(),
  members: Section,
  seats: Section,
  holdings: Section,
  balances: Section,
  rest: Section,
})
type Section = z.infer<typeof Section>
type Manifest = z.infer<typeof Manifest>

/** The suffix of a file that isn't complete yet. */
export const DRAFT = '.new'

/** The last command before a snapshot: its number, its time, and the batch that wrote it. */
export type Taken = Pick<Memory, 'seq' | 'at'> & { batch: string }

export type Snapshot = Taken & Pick<Memory, 'state'>

/** The file is torn or altered and will never be usable. */
export class DamagedSnapshot extends Error {
  override name = 'DamagedSnapshot'
}

/** The file is intact but belongs to other code or to another database. */
export class ForeignSnapshot extends Error {
  override name = 'ForeignSnapshot'
}

/** Writes a snapshot under a temporary name, then renames it. */
export async function writeSnapshot(
  path: string,
  origin: Origin,
  { seq, at, batch }: Taken,
  sections: Sections,
): Promise<void> {
  const draft = `${path}${DRAFT}`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      const add = (bytes: Buffer): Promise<Section> => writeSection(file, bytes)
      const manifest: Manifest = {
        ...origin,
        seq,
        at,
        batch,
        members: await add(sections.members),
        seats: await add(sections.seats),
        holdings: await add(sections.holdings),
        balances: await add(sections.balances),
        rest: await add(sections.rest),
      }
      const bytes = Buffer.from(JSON.stringify(manifest))
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      await writeAll(file, Buffer.concat([bytes, length, digest(bytes), MAGIC]))
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

const digest = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer')

const chunksOf = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, i) =>
    bytes.subarray(i * CHUNK_BYTES, (i + 1) * CHUNK_BYTES),
  )

async function writeSection(file: FileHandle, bytes: Buffer): Promise<Section> {
  const hashes: string[] = []
  for (const chunk of chunksOf(bytes)) {
    hashes.push(digest(chunk).toString('hex'))
    await writeAll(file, chunk)
  }
  return { bytes: bytes.length, hashes }
}

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    at += (await file.write(bytes, at, bytes.length - at)).bytesWritten
  }
}

/**
 * Reads a snapshot.
 * @throws DamagedSnapshot, ForeignSnapshot, or the file system's error
 */
export async function readSnapshot(path: string, origin: Origin): Promise<Snapshot> {
  const file = await open(path, 'r')
  try {
    const manifest = await readManifest(file)
    if (manifest.fingerprint !== origin.fingerprint) {
      throw new ForeignSnapshot('another version of the product wrote it')
    }
    if (manifest.system !== origin.system) throw new ForeignSnapshot('it is of another database')
    const state = emptyState()
    let at = 0
    for (const name of TABLES) {
      const section = manifest[name]
      await readSection(file, at, section, roomFor(state, name, section.bytes))
      at += section.bytes
    }
    const rest = Buffer.allocUnsafe(manifest.rest.bytes)
    await readSection(file, at, manifest.rest, rest)
    restoreRest(state, rest)
    return { state, seq: manifest.seq, at: manifest.at, batch: manifest.batch }
  } finally {
    await file.close()
  }
}

/** The end of a snapshot, and the database cluster that it is of. Reads nothing else. */
export async function readTaken(path: string): Promise<Taken & Pick<Origin, 'system'>> {
  const file = await open(path, 'r')
  try {
    const { seq, at, batch, system } = await readManifest(file)
    return { seq, at, batch, system }
  } finally {
    await file.close()
  }
}

async function readManifest(file: FileHandle): Promise<Manifest> {
  const { size } = await file.stat()
  if (size < TRAILER_BYTES) throw new DamagedSnapshot('it has no end')
  const trailer = Buffer.alloc(TRAILER_BYTES)
  await readInto(file, trailer, size - TRAILER_BYTES)
  const length = trailer.readUInt32BE(0)
  const isWhole = trailer.subarray(4 + HASH_BYTES).equals(MAGIC)
  if (!isWhole || length > Math.min(MAX_MANIFEST_BYTES, size - TRAILER_BYTES)) {
    throw new DamagedSnapshot('it has no end')
  }
  const bytes = Buffer.alloc(length)
  await readInto(file, bytes, size - TRAILER_BYTES - length)
  if (!digest(bytes).equals(trailer.subarray(4, 4 + HASH_BYTES))) {
    throw new DamagedSnapshot('its manifest has another hash')
  }
  const manifest = Manifest.parse(JSON.parse(bytes.toString()))
  const sections = [...TABLES, 'rest' as const].map((name) => manifest[name].bytes)
  if (sections.reduce((sum, each) => sum + each, 0) !== size - TRAILER_BYTES - length) {
    throw new DamagedSnapshot('its length is wrong')
  }
  return manifest
}

async function readSection(file: FileHandle, from: number, section: Section, room: Buffer) {
  const chunks = chunksOf(room)
  if (chunks.length !== section.hashes.length) throw new DamagedSnapshot('a chunk is missing')
  let at = from
  for (const [i, chunk] of chunks.entries()) {
    await readInto(file, chunk, at)
    at += chunk.length
    if (digest(chunk).toString('hex') !== section.hashes[i]) {
      throw new DamagedSnapshot('a chunk has another hash')
    }
  }
}

async function readInto(file: FileHandle, room: Buffer, from: number): Promise<void> {
  for (let at = 0; at < room.length;) {
    const { bytesRead } = await file.read(room, at, room.length - at, from + at)
    if (bytesRead === 0) throw new DamagedSnapshot('it ends early')
    at += bytesRead
  }
}
