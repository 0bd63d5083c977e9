/**
 * Verifies an audit file without a database, a server, or a network: hashes, signatures, the rules,
 * and every figure that follows from the entries.
 */
import { base64 } from '@scure/base'
import { FIRST_MEMBER_ACCOUNT, wallet } from '../../../domain/ledger/account.ts'
import type { State } from '../../../domain/ledger/state.ts'
import { verifyEd25519 } from '../../../proof/ed25519.ts'
import {
  isFault,
  KEY_TYPES,
  openCheckpoint,
  readVerifier,
  type Checkpoint,
  type Quorum,
  type Verifier,
} from '../../../proof/note.ts'
import { readPolicy, type Policy } from '../../../proof/policy.ts'
import { equal } from '../../../proof/tree.ts'
import { sha256 } from '../log/sha256.ts'
import { AuditFault, End, Header, MonthKey, SealedSheet } from './audit-file.ts'
import { checkLosses, type AcceptedLoss, type Losses } from './check-losses.ts'
import { checkSheets, type CodeChange, type SheetCheck } from './check-sheets.ts'
import { readAnchor, type Anchored } from './read-anchor.ts'
import { Replay } from './replay-entries.ts'

/** What an auditor saved earlier. Without it, only the file itself vouches for its contents. */
export type Kept = {
  /** Public keys, as `/log/keys` has them. */
  readonly keys: readonly string[]
  /** Signed checkpoints. */
  readonly checkpoints: readonly string[]
  /** Policies with keys and witnesses. The file's checkpoint needs enough witnesses of each. */
  readonly policies?: readonly string[]
}

export type Audited = {
  readonly origin: string
  readonly entries: number
  readonly lines: number
  readonly members: number
  readonly seats: number
  /** The total that members own, in micro-dollars. */
  readonly owedMicros: bigint
  readonly sheets: number
  readonly derived: number
  /** Parts of sheets for which we checked only the hashes. */
  readonly unknown: readonly string[]
  /** Whether keys that the auditor saved vouch for the file. */
  readonly keysKept: boolean
  /** The keys that we checked it with. */
  readonly keys: readonly Verifier[]
  /** The days on which the served verifiers changed. */
  readonly codes: readonly CodeChange[]
  /** Entries that former logs lost, as signed statements say. */
  readonly losses: readonly AcceptedLoss[]
  /**
   * Transactions whose memo contains the root of the entries. Only the chain shows whether it has
   * them.
   */
  readonly anchors: readonly (Anchored['sent'] & { readonly size: number })[]
}

const ARRAY = '['.charCodeAt(0)

/** How a line with an entry begins, because canonical JSON sorts the fields. */
const ENTRY = Buffer.from('{"at":')
const isEntry = (line: Buffer): boolean => line.subarray(0, ENTRY.length).equals(ENTRY)

function verifiersOf(texts: readonly string[]): Verifier[] {
  return texts.map((text) => {
    const verifier = readVerifier(sha256, text)
    if (!verifier) throw new AuditFault(`This is not a public key of a log: ${text}`)
    return verifier
  })
}

function openSigned(note: string, { keys, quorum }: Trusted, whose: string): Checkpoint {
  const opened = openCheckpoint(note, keys, verifyEd25519, quorum)
  if (isFault(opened)) throw new AuditFault(`${whose}: ${opened.fault} ${opened.field}`)
  return opened
}

type Trusted = Pick<Policy, 'keys' | 'quorum'> & { readonly isKept: boolean }

/** What the auditor saved, or else the keys in the file. */
function trustedBy(header: Header, kept: Kept): Trusted {
  const own = verifiersOf(kept.keys)
  const policies = (kept.policies ?? []).map((text) => {
    const policy = readPolicy(sha256, text)
    if (isFault(policy)) throw new AuditFault(`The policy: ${policy.fault} ${policy.field}`)
    return policy
  })
  const keys = [...own, ...policies.flatMap((policy) => policy.keys)]
  const isKept = keys.some(({ type }) => type === KEY_TYPES.signer)
  const quorum: Quorum = (signers) => policies.flatMap((policy) => policy.quorum(signers))
  return { keys: isKept ? keys : [...verifiersOf(header.keys), ...keys], quorum, isKept }
}

/** The checkpoints that the entries must match, smallest first. */
function expectedRoots(header: Header, kept: Kept, trusted: Trusted, losses: Losses) {
  const own = openSigned(header.checkpoint, trusted, 'The checkpoint of the file')
  if (own.size !== header.size || own.origin !== header.origin) {
    throw new AuditFault(
      `The file has ${header.size} entries of ${header.origin}, ` +
        `and its checkpoint is of ${own.size} of ${own.origin}.`,
    )
  }
  const older = kept.checkpoints.map((note) =>
    // What someone kept before may be older than the witnesses.
    openSigned(note, { ...trusted, quorum: () => [] }, 'A checkpoint that you kept'),
  )
  const isExpected = (checkpoint: Checkpoint): boolean => {
    const { size } = checkpoint
    if (!losses.isExpected(checkpoint, own.size)) return false
    if (size <= own.size) return true
    throw new AuditFault(
      `Your saved checkpoint has ${size} entries, and the file ends at ${own.size}: ` +
        'ask for a newer one.',
    )
  }
  const all = [...older.filter(isExpected), ...losses.kept, own]
  return all.toSorted((one, other) => one.size - other.size)
}

/** Compares the root with each checkpoint of this size. */
function requireRoots(
  { tree }: Replay,
  expected: Checkpoint[],
  matched: { size: number },
  newest = '',
): void {
  while (expected[0]?.size === tree.size) {
    const root = tree.root()
    const [{ root: signed, origin }] = expected
    if (!equal(root, signed)) {
      throw new AuditFault(
        `One of the entries ${matched.size + 1} to ${tree.size} isn't the one that was signed: ` +
          `the root is ${base64.encode(root)}, and the checkpoint says ${base64.encode(signed)}.` +
          (origin === newest ? '' : ` Its former log, ${origin}, signed it: see /log/epochs.`),
      )
    }
    matched.size = tree.size
    expected.shift()
  }
}

/** All members' money. Every other account belongs to the house or to custody. */
function owed({ balances, numbers }: State): bigint {
  let sum = 0n
  for (let no = FIRST_MEMBER_ACCOUNT; no < wallet(numbers.member + 1); no++) sum += balances.get(no)
  return sum
}

const parse = (line: Buffer, after: number): unknown => {
  try {
    return JSON.parse(line.toString('utf8'))
  } catch {
    throw new AuditFault(`The line after entry ${after} isn't JSON.`)
  }
}

/** The verification of one file. */
class Verifying {
  readonly #kept: Kept
  readonly #replay = new Replay()
  /** The last size at which the entries matched a signed root. */
  readonly #matched = { size: 0 }
  #known: {
    header: Header
    trusted: Trusted
    expected: Checkpoint[]
    sheets: SheetCheck
    losses: Losses
  } | null = null
  readonly #anchors: (Anchored['sent'] & { size: number })[] = []
  #isEnded = false

  constructor(kept: Kept) {
    this.#kept = kept
  }

  get size(): number {
    return this.#replay.tree.size
  }

  take(line: Buffer): void {
    if (!this.#known) return this.#begin(line)
    if (this.#isEnded) throw new AuditFault('The file continues after its end.')
    const { sheets } = this.#known
    if (line[0] === ARRAY) {
      this.#replay.addLines(line)
      return this.#settled()
    }
    this.#replay.requireSettled()
    if (!isEntry(line)) return this.#takeRecord(line, sheets)
    if (this.#replay.addEntry(line) === 'settled') this.#settled()
  }

  finish(): Audited {
    if (!this.#known) throw new AuditFault('This is not an audit file.')
    this.#replay.requireSettled()
    const { header, sheets, trusted, losses } = this.#known
    const { tree, state, lines } = this.#replay
    if (!this.#isEnded || tree.size !== header.size) {
      throw new AuditFault(
        `The checkpoint is of ${header.size} entries, and the file has ${tree.size}.`,
      )
    }
    sheets.requireSealed()
    return {
      origin: header.origin,
      entries: tree.size,
      lines,
      members: state.numbers.member,
      seats: state.numbers.ordinal,
      owedMicros: owed(state),
      ...sheets.counts,
      unknown: [...sheets.unknown],
      keysKept: trusted.isKept,
      keys: trusted.keys,
      codes: sheets.codes,
      losses: losses.accepted(),
      anchors: this.#anchors,
    }
  }

  #begin(line: Buffer): void {
    const header = Header.safeParse(parse(line, 0)).data
    if (!header) throw new AuditFault('This is not an audit file.')
    const trusted = trustedBy(header, this.#kept)
    const losses = checkLosses(header, trusted.keys)
    const expected = expectedRoots(header, this.#kept, trusted, losses)
    this.#known = { header, trusted, expected, losses, sheets: checkSheets(header.origin) }
  }

  /** The chain has a root of a later size, which the entries must match, too. */
  #expectAnchor(signed: string, after: number): void {
    const { sent, anchored } = readAnchor(signed) ?? {}
    const { header, expected, losses } = this.#known ?? {}
    if (!sent || !anchored || !header || !expected || anchored.size <= after) {
      throw new AuditFault(`The anchor after entry ${after} doesn't belong to the sheet before it.`)
    }
    if (anchored.size > header.size || losses?.isElsewhere(anchored)) return
    this.#anchors.push({ ...sent, size: anchored.size })
    expected.push(anchored)
    expected.sort((one, other) => one.size - other.size)
  }

  #settled(): void {
    const seal = this.#replay.takeSeal()
    if (seal) this.#known?.sheets.seal(seal)
    const { expected = [], header } = this.#known ?? {}
    requireRoots(this.#replay, expected, this.#matched, header?.origin)
  }

  #takeRecord(line: Buffer, sheets: SheetCheck): void {
    const value = parse(line, this.size)
    const month = MonthKey.safeParse(value).data
    if (month) return this.#replay.addMonthKey(month.month, month.key)
    const sheet = SealedSheet.safeParse(value).data
    if (sheet) {
      sheets.add(sheet, this.#replay)
      if (sheet.anchor !== undefined) this.#expectAnchor(sheet.anchor, this.size)
      // The sheet repeats the root at its cut.
      this.#matched.size = this.size
      return
    }
    if (!End.safeParse(value).success) {
      throw new AuditFault(`The line after entry ${this.size} is malformed.`)
    }
    this.#isEnded = true
  }
}

/** A file may contain anything, so any error while we read a line is a fault of that line. */
function takeLine(verifying: Verifying, line: Buffer): void {
  const { size } = verifying
  try {
    verifying.take(line)
  } catch (error) {
    if (error instanceof AuditFault) throw error
    throw new AuditFault(`The line after entry ${size} can't be read: ${String(error)}.`)
  }
}

/**
 * Reads a whole audit file.
 * @throws AuditFault that names the first difference
 */
export async function verifyAudit(
  batches: AsyncIterable<readonly Buffer[]>,
  kept: Kept,
  onProgress: (entries: number) => void = () => {},
): Promise<Audited> {
  const verifying = new Verifying(kept)
  for await (const batch of batches) {
    for (const line of batch) takeLine(verifying, line)
    onProgress(verifying.size)
  }
  return verifying.finish()
}
