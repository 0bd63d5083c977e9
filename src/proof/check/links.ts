/** Compares the trees of the log that files lead to, also across a new beginning of the log. */
import type { Sha256 } from '../canonical.ts'
import { epochOf, fateOf, isFormer, isOfLog, type Loss } from '../epochs.ts'
import { faultOf, type Checkpoint, type Fault } from '../note.ts'
import { readStatement } from '../reserve-statement.ts'
import { equal, isConsistent } from '../tree.ts'
import { isGood, missing, wrong, type Outcome, type Step } from './outcome.ts'
import { sheetOf } from './sheet.ts'

/** A tree of a log that a file vouches for. */
type Head = { readonly file: Step; readonly origin: string; size: number; root: Uint8Array }

type Links = {
  readonly sha256: Sha256
  readonly checked: readonly Step[]
  readonly heads: readonly Head[]
  readonly losses: readonly Loss[]
}

/** Judges whatever leads to the log. */
export function judgeLinks(sha256: Sha256, checked: readonly Step[]): void {
  const losses = checked.flatMap((file) =>
    isGood(file) && file.content.kind === 'epochs' ? file.content.losses : [],
  )
  const links = { sha256, checked, heads: headsOf(checked), losses }
  findForks(links.heads)
  judgeGrowth(links)
  judgeAnchors(links)
  judgeStatements(links)
  markLost(links)
}

const headsOf = (checked: readonly Step[]): Head[] =>
  checked.filter(isGood).flatMap((file): Head[] => {
    const { content } = file
    if (content.kind === 'epochs') {
      return content.losses.flatMap(({ lost, kept }) => [
        { file, ...lost },
        { file, origin: lost.origin, ...kept },
      ])
    }
    const own = file.head ? [{ file, ...file.head }] : []
    const sheet =
      content.kind === 'sheet'
        ? content.sheet
        : content.kind === 'proof' && sheetOf(content.proof.sheet)
    return sheet ? [...own, { file, origin: sheet.origin, ...sheet.log }] : own
  })

/** Two roots of one size are two histories. Both files together prove it to anyone. */
function findForks(heads: readonly Head[]): void {
  for (const one of heads) {
    const isFork = heads.some(
      ({ origin, size, root }) =>
        origin === one.origin && size === one.size && !equal(root, one.root),
    )
    if (isFork) one.file.outcome = wrong(faultOf('two_histories', 'root'))
  }
}

/** Whether the newer tree of a file begins with an older one, or lost what it covers. */
function judgeLink(
  { sha256, losses }: Links,
  older: Checkpoint,
  file: Step,
  fault: Fault,
): Outcome {
  const { content, head } = file
  if (content.kind !== 'growth' || !head) return file.outcome
  if (isConsistent(sha256, older, head, content.growth.path)) return file.signed
  const fate = fateOf(older, head.origin, losses)
  if (fate === 'unknown') return missing({ what: 'epochs', of: older.origin })
  if (typeof fate === 'string') return wrong(fault)
  file.lost = fate
  return { is: 'lost' }
}

function judgeGrowth(links: Links): void {
  for (const file of links.checked) {
    const { content, head } = file
    if (content.kind !== 'growth' || !head || !isGood(file)) continue
    const { older: size } = content.growth
    const older = links.heads.filter(
      (each) => each.size === size && isOfLog(each.origin, head.origin),
    )
    if (older.length === 0) file.outcome = missing({ what: 'checkpoint', of: `${size}` })
    const fault = faultOf('rewritten', 'path, or root')
    // A head that was lost with reason says nothing about the others of its size.
    const found = older.map((each) => judgeLink(links, each, file, fault))
    const firstThat = (is: Outcome['is']) => found.find((one) => one.is === is)
    const worst = firstThat('wrong') ?? firstThat('missing') ?? firstThat('lost') ?? found[0]
    file.outcome = worst ?? file.outcome
  }
}

/** How the checkpoint that a file claims, and no log signed, follows from the files of the log. */
function judgeClaim(links: Links, claimed: Step, claim: Checkpoint, fault: Fault): Outcome {
  // The newest log may be smaller than what its former one claimed.
  const fate = endOf(links, claim)
  if (typeof fate === 'object') claimed.lost ??= fate
  const own = links.heads.find(({ origin, size }) => origin === claim.origin && size === claim.size)
  if (own) return equal(own.root, claim.root) ? own.file.outcome : wrong(fault)
  for (const file of links.checked) {
    const { content, head } = file
    if (content.kind !== 'growth' || !head || !isOfLog(claim.origin, head.origin)) continue
    if (content.growth.older !== claim.size || file.outcome.is === 'wrong') continue
    const outcome = judgeLink(links, claim, file, fault)
    // The claim is the older tree that this file lacked.
    if (file.outcome.is === 'missing' && outcome.is !== 'wrong') file.outcome = outcome
    return outcome
  }
  if (fate === 'denied') return wrong(fault)
  return fate ? { is: 'lost' } : missing({ what: 'growth', of: `${claim.size}` })
}

/** The first statement of a later log by which a tree was lost, or which denies that it existed. */
function endOf(
  { losses }: Links,
  tree: Pick<Checkpoint, 'origin' | 'size'>,
): Loss | 'denied' | undefined {
  const later = losses
    .map((loss) => loss.origin)
    .filter((origin) => isFormer(tree.origin, origin))
    .toSorted((one, other) => epochOf(one).no - epochOf(other).no)
  return later
    .map((newest) => fateOf(tree, newest, losses))
    .find((fate) => fate === 'denied' || typeof fate === 'object')
}

/** The chain may hold another root than the log signed. */
function judgeAnchors(links: Links): void {
  for (const file of links.checked) {
    if (file.content.kind !== 'anchor') continue
    const fault = faultOf('other_anchor', 'memo')
    file.outcome = judgeClaim(links, file, file.content.anchored, fault)
  }
}

/**
 * A wallet's statement names a checkpoint, so that nobody could sign it in advance. Without that
 * checkpoint in the log, its day is only a claim.
 */
function judgeStatements(links: Links): void {
  for (const file of links.checked) {
    if (file.content.kind !== 'part' || !isGood(file)) continue
    for (const { address, state, statement } of file.content.solvency?.wallets ?? []) {
      const claim = state === 'counted' && statement && readStatement(statement.text)
      if (!claim || !isGood(file)) continue
      const fault = faultOf('wrong_statement', `${address}: checkpoint`)
      const outcome = judgeClaim(links, file, claim, fault)
      if (outcome.is === 'wrong' || outcome.is === 'missing') file.outcome = outcome
    }
  }
}

/** A file remains valid evidence of what a former log signed and then lost. */
function markLost(links: Links): void {
  for (const { file, origin, size } of links.heads) {
    if (file.content.kind === 'epochs') continue
    const fate = endOf(links, { origin, size })
    if (typeof fate === 'object') file.lost ??= fate
  }
}
