/** An offline proof that something is in a log, as a text file (C2SP tlog-proof). */
import { base64 } from '@scure/base'
import { faultOf, type Fault } from './note.ts'
import { isText } from './shape.ts'

const HEADER = 'c2sp.org/tlog-proof@v1'
const MAX_LENGTH = 4_000_000
const MAX_HASHES = 64
const HASH_BYTES = 32

export type TlogProof = {
  /** Data for computing the leaf; null if there is none. It is unsigned. */
  readonly extra: Uint8Array | null
  readonly index: number
  readonly path: readonly Uint8Array[]
  /** The checkpoint as a signed note. */
  readonly checkpoint: string
}

export function writeTlogProof({ extra, index, path, checkpoint }: TlogProof): string {
  const lines = [
    HEADER,
    ...(extra ? [`extra ${base64.encode(extra)}`] : []),
    `index ${index}`,
    ...path.map((hash) => base64.encode(hash)),
  ]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

/** Bytes from base64, which must be in canonical form; null for anything else. */
export function readBase64(text: string, bytes?: number): Uint8Array | null {
  try {
    const read = base64.decode(text)
    return bytes === undefined || read.length === bytes ? read : null
  } catch {
    return null
  }
}

/** Whether a value is this many bytes in base64. */
export const isBytes = (value: unknown, bytes: number): value is string =>
  isText(value) && readBase64(value, bytes) !== null

const wrong = (field: string): Fault => faultOf('proof_form', field)

/** Reads a proof, or reports the malformed line. Checks only its form. */
export function readTlogProof(text: string): TlogProof | Fault {
  const end = text.indexOf('\n\n')
  if (end < 0 || text.length > MAX_LENGTH) return wrong('header')
  const [header, ...lines] = text.slice(0, end).split('\n')
  if (header !== HEADER) return wrong('header')
  const first = lines[0]?.startsWith('index ') ? null : (lines.shift() ?? '')
  const extra = first === null ? null : readExtra(first)
  if (extra === undefined) return wrong('extra')
  const index = /^index (0|[1-9]\d{0,14})$/.exec(lines.shift() ?? '')?.[1]
  if (index === undefined) return wrong('index')
  if (lines.length > MAX_HASHES) return wrong('path')
  const path: Uint8Array[] = []
  for (const [at, line] of lines.entries()) {
    const hash = readBase64(line, HASH_BYTES)
    if (!hash) return wrong(`path[${at}]`)
    path.push(hash)
  }
  return { extra, index: Number(index), path, checkpoint: text.slice(end + 2) }
}

/** The extra data of its line; undefined if the line is malformed. */
function readExtra(line: string): Uint8Array | undefined {
  const [, encoded] = /^extra (\S+)$/.exec(line) ?? []
  return (encoded !== undefined && readBase64(encoded)) || undefined
}
