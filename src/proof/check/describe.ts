/** Tells what was checked: one sentence first, then figures, then what proves them. */
import { base64 } from '@scure/base'
import { FIRST_MEMBER_ACCOUNT } from '../../domain/ledger/account.ts'
import { formatUsd } from '../../domain/money/money.ts'
import { fillText } from '../../domain/texts.ts'
import type { Line } from '../entry.ts'
import { namedSigners, type Checkpoint, type Verifier } from '../note.ts'
import type { Receipt } from '../receipt.ts'
import { has, isText } from '../shape.ts'
import type { Checked, Missing } from './check-files.ts'
import type { Words } from './words.ts'

type Row = readonly [label: string, value: string]

export type Told = {
  /** One sentence about all files. */
  readonly verdict: string
  /** Whether every file holds and there is more than keys. */
  readonly isWhole: boolean
  readonly files: readonly ToldFile[]
  /** What these files don't show; empty if there is nothing to add. */
  readonly note: string
}

export type ToldFile = {
  readonly name: string
  readonly is: Checked['outcome']['is']
  readonly says: string
  readonly figures: readonly Row[]
  readonly proof: readonly Row[]
}

export function tell(checked: readonly Checked[], words: Words): Told {
  const all = checked.filter(({ content: { kind } }) => kind !== 'keys')
  const wrong = checked.filter(({ outcome }) => outcome.is === 'wrong')
  const keys = checked.flatMap(({ content }) => (content.kind === 'keys' ? content.keys : []))
  const has = (is: Checked['outcome']['is']) => checked.some(({ outcome }) => outcome.is === is)
  const verdict = (): string => {
    if (wrong.length > 0)
      return fillText(words.someWrong, { names: wrong.map(({ name }) => name).join(', ') })
    if (all.length === 0) return checked.length > 0 ? words.onlyKeys : words.nothing
    if (has('missing')) return words.incomplete
    return has('unsigned') ? words.noKeys : tellAllHold(checked.length, words)
  }
  return {
    verdict: verdict(),
    isWhole: all.length > 0 && checked.every(({ outcome }) => outcome.is === 'holds'),
    files: checked.map((each) => tellFile(each, keys, words)),
    note: separateSizes(checked, words),
  }
}

const tellAllHold = (count: number, { allHold }: Words): string =>
  count === 1 ? allHold.one : fillText(allHold.other, { count })

function tellFile(checked: Checked, keys: readonly Verifier[], words: Words): ToldFile {
  const { name, outcome } = checked
  const told = { name, is: outcome.is, figures: [], proof: [] }
  if (outcome.is === 'wrong') {
    const { code, field } = outcome.fault
    return { ...told, says: fillText(words.wrongIn, { fault: words.faults[code], field }) }
  }
  if (outcome.is === 'missing') return { ...told, says: tellMissing(outcome.missing, words) }
  const { says, figures, proof } = tellContent(checked, words)
  const signed = checked.head ? signedBy(checked, checked.head, keys, words) : []
  return { ...told, says, figures: figures ?? [], proof: [...proof, ...signed] }
}

const tellMissing = (missing: Missing, words: Words): string =>
  missing.what === 'sheet'
    ? words.needSheet
    : missing.what === 'seal'
      ? fillText(words.needSeal, { day: missing.of })
      : fillText(words.needCheckpoint, { size: missing.of })

type Content = { says: string; figures?: Row[]; proof: Row[] }

function tellContent({ content, head, partOf }: Checked, words: Words): Content {
  switch (content.kind) {
    case 'keys': {
      const proof = content.keys.map(({ name, id }): Row => [words.key, `${name} ${id}`])
      return { says: words.keys, proof }
    }
    case 'proof': {
      const { day, username, owed, group, together, sheetHash } = content.proof
      const counted = group === null ? undefined : words.groups[group]
      const figures: Row[] = [
        [fillText(words.owedTo, { name: username }), usd(owed)],
        ...(counted === undefined ? [] : [[words.group, counted] as const]),
        [words.owedAll, usd(together.owed)],
        [words.members, `${together.members}`],
      ]
      return {
        says: fillText(words.owed, { day, name: username }),
        figures,
        proof: [[words.sheetHash, sheetHash]],
      }
    }
    case 'receipt':
      return tellReceipt(content.receipt, words)
    case 'checkpoint':
      return { says: fillText(words.checkpoint, { count: head?.size ?? 0 }), proof: [] }
    case 'growth':
      return {
        says: fillText(words.growth, { older: content.growth.older, newer: head?.size ?? 0 }),
        proof: [],
      }
    case 'sheet': {
      const { day, owed, log, previous } = content.sheet
      const figures: Row[] = owed
        ? [
            [words.owedAll, `$${owed.usd}`],
            [words.members, `${owed.members}`],
          ]
        : []
      const proof: Row[] = [
        [words.sheetHash, content.hash],
        [words.size, `${log.size}`],
        [words.root, base64.encode(log.root)],
      ]
      if (previous !== null) proof.push([words.previous, previous])
      return { says: fillText(words.sheet, { day }), figures, proof }
    }
    case 'part': {
      const says = fillText(words.part, { name: partOf?.name ?? '', day: partOf?.day ?? '' })
      return { says, proof: [[words.fileHash, content.hash]] }
    }
    case 'fault':
      return { says: content.fault.fault, proof: [] }
  }
}

const usd = (micros: bigint): string =>
  micros < 0n ? `−$${formatUsd(-micros)}` : `$${formatUsd(micros)}`

function tellReceipt({ entry, lines }: Receipt, words: Words): Content {
  const input: unknown = entry.in
  const day = has(input, ['day']) && isText(input.day) ? input.day : undefined
  const at = `${new Date(entry.at).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const isSeal = entry.kind === 'seal_day' && day !== undefined
  return {
    says: isSeal ? fillText(words.sealed, { day }) : fillText(words.logged, { at }),
    figures: lines.flatMap((line) => tellLine(line, words)),
    proof: [
      [words.command, `${entry.seq} ${entry.kind}`],
      ...lines.map((line): Row => [words.line, line.join(' ')]),
    ],
  }
}

function tellLine(line: Line, words: Words): Row[] {
  if (line[0] === 'seat') return [[words.seat, fillText(words.profile, { no: `${line[1]}` })]]
  const [what, , , account, amount, after] = line
  if (what !== 'posting' || typeof account !== 'number') return []
  const label = (account - FIRST_MEMBER_ACCOUNT) % 2 === 0 ? words.wallet : words.hold
  return [[label, fillText(words.moved, { amount: microsText(amount), after: microsText(after) })]]
}

const microsText = (cell: string | number | undefined): string =>
  /^-?\d{1,18}$/.test(`${cell}`) ? usd(BigInt(`${cell}`)) : `${cell}`

/** Which tree a file leads to, who signed it, and which signatures nobody checked. */
function signedBy(
  { content }: Checked,
  { origin, size, root }: Checkpoint,
  keys: readonly Verifier[],
  words: Words,
): Row[] {
  const named = 'note' in content ? namedSigners(content.note) : []
  const known = ({ name, id }: Pick<Verifier, 'name' | 'id'>) =>
    keys.some((key) => key.name === name && key.id === id)
  return [
    [words.log, origin],
    [words.size, `${size}`],
    [words.root, base64.encode(root)],
    ...named.map((each): Row => [
      known(each) ? words.key : words.notSignedBy,
      `${each.name} ${each.id}`,
    ]),
  ]
}

/** Trees of the log that no file leads from one to the other. */
function separateSizes(checked: readonly Checked[], words: Words): string {
  const good = checked.filter(({ outcome: { is } }) => is === 'holds' || is === 'unsigned')
  const groups = new Map<number, number>()
  const of = (size: number): number => {
    const next = groups.get(size)
    return next === undefined || next === size ? size : of(next)
  }
  for (const { head } of good) if (head && !groups.has(head.size)) groups.set(head.size, head.size)
  for (const { content, head } of good) {
    if (content.kind === 'growth' && head) groups.set(of(content.growth.older), of(head.size))
  }
  const apart = new Set([...groups.keys()].map(of))
  if (apart.size < 2) return ''
  return fillText(words.separate, {
    sizes: [...groups.keys()].toSorted((one, two) => one - two).join(', '),
  })
}
