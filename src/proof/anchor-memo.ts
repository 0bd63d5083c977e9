/** The memo of a transaction that anchors a checkpoint on a public chain. */
import { base64 } from '@scure/base'
import { readCheckpoint, type Checkpoint } from './note.ts'

/** The memo's content: the log, its size, and its root, separated by spaces. */
export const anchorMemo = ({ origin, size, root }: Checkpoint): string =>
  `${origin} ${size} ${base64.encode(root)}`

/** Reads a memo; null if it is something else. */
export const readAnchorMemo = (memo: string): Checkpoint | null =>
  /^\S+ \d+ \S+$/.test(memo) ? readCheckpoint(`${memo.replaceAll(' ', '\n')}\n`) : null
