/**
 * The signed statements that a log lost commands and began again under another name, and what they
 * mean for checkpoints of the former log.
 */
import { base64 } from '@scure/base'
import type { Checkpoint } from './note.ts'
import { readBase64 } from './tlog-proof.ts'

export type Loss = {
  /** The name of the new log. */
  readonly origin: string
  /** The last checkpoint of the former log. */
  readonly lost: Checkpoint
  /** The tree of the former log that the new one continues. It has all other commands. */
  readonly kept: Omit<Checkpoint, 'origin'>
  readonly why: string
}

export const lossText = ({ origin, lost, kept, why }: Loss): string =>
  `${origin} begins again
Former log: ${lost.origin} ${lost.size} ${base64.encode(lost.root)}
Kept: ${kept.size} ${base64.encode(kept.root)}
Why: ${why}
`

const FORM = new RegExp(
  [
    /^(\S+) begins again/,
    /Former log: (\S+) (\d{1,15}) (\S+)/,
    /Kept: (\d{1,15}) (\S+)/,
    /Why: ([^\n]+)\n$/,
  ]
    .map(({ source }) => source)
    .join('\n'),
)

/** Reads a statement; null if the text isn't one that says what the new log kept. */
export function readLoss(text: string): Loss | null {
  const [, origin = '', former = '', size, root = '', keptSize, keptRoot = '', why = ''] =
    FORM.exec(text) ?? []
  const [lost, kept] = [readBase64(root, 32), readBase64(keptRoot, 32)]
  if (!lost || !kept) return null
  return {
    origin,
    lost: { origin: former, size: Number(size), root: lost },
    kept: { size: Number(keptSize), root: kept },
    why,
  }
}

/** What signed statements say. One that doesn't say what the new log kept explains nothing. */
export const lossesIn = (notes: readonly string[]): Loss[] =>
  notes.flatMap((note) => readLoss(note.slice(0, note.indexOf('\n\n') + 1)) ?? [])

/** The new log that a statement is of; undefined if the text doesn't begin with one. */
export const newLogOf = (text: string): string | undefined =>
  /^(\S+) begins again\n/.exec(text)?.[1]

/** Whether a text is a file of such statements, as `/log/epochs` serves them. */
export const isEpochs = (text: string): boolean => newLogOf(text) !== undefined

/** The signed notes in such a file. */
export const epochNotes = (text: string): string[] => text.split(/(?<=\n)\n(?=\S+ begins again\n)/)

/** The name of the first log, and the number of the one with this name. */
export function epochOf(origin: string): { readonly log: string; readonly no: number } {
  const [, log = origin, digits] = /^(.*?)(\d*)$/s.exec(origin) ?? []
  return { log, no: digits ? Number(digits) : 1 }
}

/** Whether a name is that of a log, or of one that it had before it began again. */
export function isOfLog(origin: string, newest: string): boolean {
  const [own, last] = [epochOf(origin), epochOf(newest)]
  return own.log === last.log && own.no <= last.no
}

/** Whether a log had this name before it began again under another one. */
export const isFormer = (origin: string, newest: string): boolean =>
  origin !== newest && isOfLog(origin, newest)

/**
 * Whether a log that began again still has the tree of this size. `kept`: the newest log has all of
 * it. `denied`: the statements don't mention that the log was ever as large. `unknown`: a statement
 * is missing.
 */
export function fateOf(
  { origin, size }: Pick<Checkpoint, 'origin' | 'size'>,
  newest: string,
  losses: readonly Loss[],
): Loss | 'kept' | 'denied' | 'unknown' {
  const { log, no: own } = epochOf(origin)
  for (let no = own + 1; no <= epochOf(newest).no; no++) {
    const loss = losses.find((each) => {
      const named = epochOf(each.origin)
      return named.log === log && named.no === no
    })
    if (!loss) return 'unknown'
    if (loss.lost.origin === origin && size > Math.max(loss.lost.size, loss.kept.size)) {
      return 'denied'
    }
    if (size > loss.kept.size) return loss
  }
  return 'kept'
}
