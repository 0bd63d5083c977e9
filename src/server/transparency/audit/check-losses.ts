/** Entries that a former log lost, as its signed statements say, and what else is missing. */
import { fateOf, isOfLog, readLoss, type Loss } from '../../../proof/epochs.ts'
import { verifyEd25519 } from '../../../proof/ed25519.ts'
import { isFault, openNote, type Checkpoint, type Verifier } from '../../../proof/note.ts'
import { equal } from '../../../proof/tree.ts'
import { AuditFault, type Header } from './audit-file.ts'

/** A loss that two admins accepted, and the auditor's checkpoints of lost entries. */
export type AcceptedLoss = Loss & { readonly checkpoints: readonly Checkpoint[] }

/** The statements that their own log signed. Others explain nothing. */
function readSigned(notes: readonly string[], keys: readonly Verifier[]): Loss[] {
  return notes.flatMap((note) => {
    const opened = openNote(note, keys, verifyEd25519)
    const loss = isFault(opened) ? null : readLoss(opened.text)
    const isOwn = !isFault(opened) && opened.signers.some(({ name }) => name === loss?.origin)
    return loss && isOwn ? [loss] : []
  })
}

const isSame = (one: Checkpoint, other: Checkpoint): boolean =>
  one.origin === other.origin && one.size === other.size

/** Tells entries that a former log lost from those that the file must have. */
export function checkLosses({ origin, epochs = [] }: Header, keys: readonly Verifier[]) {
  const losses = readSigned(epochs, keys).filter((loss) => isOfLog(loss.origin, origin))
  const found = new Map<Loss, Checkpoint[]>(losses.map((loss) => [loss, []]))
  const fate = (checkpoint: Checkpoint) => fateOf(checkpoint, origin, losses)
  return {
    /** What the new logs said that they continue. */
    kept: losses
      .map((loss): Checkpoint => ({ origin: loss.lost.origin, ...loss.kept }))
      .filter((checkpoint) => checkpoint.size > 0 && fate(checkpoint) === 'kept'),
    /** Whether this file can't have the tree of a checkpoint: it is lost, or another log's. */
    isElsewhere: (checkpoint: Checkpoint): boolean =>
      !isOfLog(checkpoint.origin, origin) || typeof fate(checkpoint) === 'object',
    /**
     * Whether the file must match a checkpoint that the auditor saved.
     * @throws AuditFault if it is of another log, or nothing explains why entries are missing
     */
    isExpected(checkpoint: Checkpoint, newestSize: number): boolean {
      const { size, origin: name } = checkpoint
      // A log that begins again keeps the entries that aren't lost.
      if (!isOfLog(name, origin)) {
        throw new AuditFault(`Your saved checkpoint is from another log, ${name}.`)
      }
      const is = fate(checkpoint)
      const end = losses.find(({ lost }) => isSame(lost, checkpoint))
      if (end && !equal(end.lost.root, checkpoint.root)) {
        throw new AuditFault(
          `Your saved checkpoint of ${size} entries of ${name} has another root than the ` +
            `statement of ${end.origin} says.`,
        )
      }
      if (typeof is === 'object') {
        found.get(is)?.push(checkpoint)
        return false
      }
      if (is === 'denied' || (name !== origin && size > newestSize)) {
        throw new AuditFault(
          `Your saved checkpoint has ${size} entries of the former log, ${name}. They are ` +
            'missing, and no statement of a new log explains why.',
        )
      }
      return true
    },
    accepted: (): AcceptedLoss[] =>
      losses
        .filter(({ lost, kept }) => lost.size > kept.size)
        .map((loss) => ({ ...loss, checkpoints: found.get(loss) ?? [] })),
  }
}

export type Losses = ReturnType<typeof checkLosses>
