/** An offline proof that something is in a log, as a text file (C2SP tlog-proof). */
import { base64 } from '@scure/base'

const HEADER = 'c2sp.org/tlog-proof@v1'
const MOST_LENGTH = 4_000_000
const MOST_HASHES = 64

export type TlogProof = {
  /** What the reader needs to compute the leaf; null if there is none. Nobody signed it. */
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

/** Reads a proof; null if the text is none. Checks its form and nothing else. */
export function readTlogProof(text: string): TlogProof | null {
  const end = text.indexOf('\n\n')
  if (end < 0 || text.length > MOST_LENGTH) return null
  const [header, ...lines] = text.slice(0, end).split('\n')
  const first = lines[0]?.startsWith('extra ') ? lines.shift()?.slice('extra '.length) : null
  const index = /^index (0|[1-9]\d{0,14})$/.exec(lines.shift() ?? '')?.[1]
  if (header !== HEADER || index === undefined || lines.length > MOST_HASHES) return null
  try {
    const extra = first === null || first === undefined ? null : base64.decode(first)
    const path = lines.map((line) => base64.decode(line))
    if (path.some(({ length }) => length !== 32)) return null
    return { extra, index: Number(index), path, checkpoint: text.slice(end + 2) }
  } catch {
    return null
  }
}
