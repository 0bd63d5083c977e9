/** Asks a node what the checked files leave open: about anchors, and about reserve wallets. */
import { fillText } from '../../../domain/texts.ts'
import type { Checked } from '../../../proof/check/outcome.ts'
import { askBalance, askTransaction } from '../../../proof/check/describe-reserves.ts'
import type { Words } from '../../../proof/check/words.ts'
import { checkAnchor } from './check-anchor.ts'
import { checkWallet } from './check-reserves.ts'
import type { Finding } from './finding.ts'
import type { NodeWords } from './node-words.ts'
import type { AskedNode } from './open-node.ts'

type Found = { readonly name: string; readonly question: string; readonly finding: Finding }

export type Answers = {
  /** By file and question: sheets of two days may ask the same and get different answers. */
  readonly findings: readonly Found[]
  /** One sentence about all of them. */
  readonly verdict: string
  /** Whether the node agrees with everything that it was asked. */
  readonly isWhole: boolean
  readonly hasReserves: boolean
}

/** Asks about files that are valid without a node. Every other file needs no node to fail. */
export async function askFiles(
  node: AskedNode,
  checked: readonly Checked[],
  { proof: words, node: nodeWords }: { readonly proof: Words; readonly node: NodeWords },
): Promise<Answers> {
  const findings: Found[] = []
  const names = { agrees: new Set<string>(), differs: new Set<string>(), open: new Set<string>() }
  let hasReserves = false
  const keep = (name: string, question: string, finding: Finding): void => {
    findings.push({ name, question, finding })
    names[finding.is].add(name)
  }
  for (const { name, content, outcome, partOf } of checked) {
    if (outcome.is !== 'holds' && outcome.is !== 'unsigned') continue
    if (content.kind === 'anchor') {
      const { sent } = content
      keep(name, askTransaction(sent.txid, words), await checkAnchor(node, sent, nodeWords))
    }
    if (content.kind !== 'part' || !content.solvency) continue
    const { network, wallets } = content.solvency
    const sheet = { network, day: partOf?.day ?? '' }
    for (const wallet of wallets.filter(({ state }) => state === 'counted')) {
      hasReserves = true
      const finding = await checkWallet(node, wallet, sheet, nodeWords)
      keep(name, askBalance(wallet, words), finding)
    }
  }
  const isWhole = names.differs.size === 0 && names.open.size === 0
  return { findings, verdict: tellVerdict(node.host, names, nodeWords), isWhole, hasReserves }
}

type Names = Readonly<Record<Finding['is'], ReadonlySet<string>>>

const list = (names: ReadonlySet<string>): string => [...names].join(', ')

function tellVerdict(host: string, { agrees, differs, open }: Names, words: NodeWords): string {
  if (differs.size > 0) return fillText(words.someDiffer, { host, names: list(differs) })
  if (open.size > 0) return fillText(words.someOpen, { host, names: list(open) })
  return agrees.size > 0 ? fillText(words.allAgree, { host }) : words.nothingToAsk
}
