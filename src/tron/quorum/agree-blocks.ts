import type { BlockTransaction, ReadBlock } from '../block/block-reads.ts'
import type { NodeRead } from './internals.ts'
import { quorumOf } from './node-set.ts'
import { withMostInternals } from '../transaction/transfers.ts'
import { fine, troubled, type Result } from '../node/trouble.ts'

/** Selects the addresses and transaction ids that concern us. */
export type Concern = (parties: { addresses: string[]; txids: string[] }) => Promise<Set<string>>

export type AgreedBlocks = {
  blocks: ReadBlock[]
  /** For each node, whether it contradicts the majority. */
  dissents: boolean[]
  /** For each node, what it has of the blocks; undefined when it didn't answer. */
  reads: (NodeRead | undefined)[]
}

/**
 * The blocks on which more than half of all configured nodes agree: their ids, and everything in
 * them that concerns us. Receipts of strangers may differ, and so may internal transactions,
 * because most nodes keep none. One node is enough to report such a transfer, but never to credit
 * it, even a node that has only some of the blocks. The list ends where fewer nodes than needed
 * have a block.
 */
export async function agreeOnBlocks(
  results: readonly Result<ReadBlock[]>[],
  concern: Concern | undefined,
): Promise<Result<AgreedBlocks>> {
  const need = quorumOf(results.length)
  const told = results.map((result) => (result.ok ? result.value : undefined))
  const ours = concern && (await concern(partiesOf(told)))
  const sound = results.map((result) => refuseContradiction(result, ours))
  const lists = sound.map((result) => (result.ok ? result.value : undefined))
  const lengths = lists.flatMap((list) => list?.length ?? []).sort((a, b) => b - a)
  const common = lengths[need - 1]
  if (common === undefined) return tooFew(sound, need)
  const forms = lists.map((list) => list?.slice(0, common).map((block) => formOf(block, ours)))
  const whole = forms.map((form) => (form?.length === common ? form.join('\n') : undefined))
  const agreed = whole.findIndex(
    (form) => form !== undefined && whole.filter((other) => other === form).length >= need,
  )
  const [agreedList, agreedForms] = [lists[agreed], forms[agreed]]
  if (!agreedList || !agreedForms) return troubled('disagreement', 'nodes tell different blocks')
  // From each node, the blocks that it reports like the majority, up to its own head.
  const alike = lists.map((list, node) => {
    const differs = agreedForms.findIndex((form, at) => forms[node]?.[at] !== form)
    return list?.slice(0, differs === -1 ? common : differs)
  })
  return fine({
    blocks: agreedList.slice(0, common).map((block, at) =>
      withInternals(
        block,
        alike.flatMap((list) => list?.[at] ?? []),
      ),
    ),
    dissents: whole.map((form, node) =>
      form === undefined ? told[node] !== lists[node] : form !== whole[agreed],
    ),
    reads: alike.map((list) => list && readOf(list)),
  })
}

/**
 * A USDT transfer of ours whose receipt doesn't show it makes a node's answer useless. A stranger's
 * is none of our business: it may be a real one after Tether has moved its token to another
 * contract.
 */
function refuseContradiction(
  result: Result<ReadBlock[]>,
  ours: Set<string> | undefined,
): Result<ReadBlock[]> {
  if (!result.ok) return result
  const found = result.value
    .flatMap(({ transactions }) => transactions)
    .find((each) => each.isContradictory && (!ours || concerns(each, ours)))
  if (!found) return result
  return troubled('malformed', `the receipt of ${found.txid} is not of its call`)
}

const readOf = (blocks: readonly ReadBlock[]): NodeRead => ({
  blocks: blocks.length,
  internalEntries: blocks.reduce((sum, { internalEntries }) => sum + internalEntries, 0),
})

function tooFew(results: readonly Result<unknown>[], need: number): Result<never> {
  const troubles = results.flatMap((result) => (result.ok ? [] : [result.trouble]))
  const trouble = troubles.find(({ kind }) => isOfSize(kind)) ?? troubles[0]
  const isCommon = troubles.length === results.length || (trouble && isOfSize(trouble.kind))
  if (trouble && isCommon) return { ok: false, trouble }
  const detail = trouble ? `${trouble.kind}, ${trouble.detail}` : 'no node'
  return troubled('no_node', `fewer than ${need} of ${results.length} nodes answer: ${detail}`)
}

/** Troubles that a smaller request may avoid. */
export const isOfSize = (kind: string): boolean => kind === 'too_large' || kind === 'timeout'

function partiesOf(lists: readonly (ReadBlock[] | undefined)[]) {
  const addresses = new Set<string>()
  const txids = new Set<string>()
  for (const { transactions } of lists.flatMap((list) => list ?? [])) {
    for (const { txid, owner, pays, reading } of transactions) {
      txids.add(txid)
      if (owner) addresses.add(owner)
      if (pays) addresses.add(pays.to)
      for (const { from, to } of [...reading.credits, ...reading.unattributed]) {
        addresses.add(from)
        addresses.add(to)
      }
    }
  }
  return { addresses: [...addresses], txids: [...txids] }
}

function formOf({ id, transactions }: ReadBlock, ours: Set<string> | undefined): string {
  const forms = transactions.filter((each) => !ours || concerns(each, ours)).map(formOfTransaction)
  return JSON.stringify([id, forms], (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
}

/** Whether a transaction is ours, or moves money to or from us. */
const concerns = (
  { txid, owner, pays, reading }: BlockTransaction,
  ours: ReadonlySet<string>,
): boolean =>
  ours.has(txid) ||
  (owner !== undefined && ours.has(owner)) ||
  (pays !== undefined && ours.has(pays.to)) ||
  reading.credits.some(({ from, to }) => ours.has(from) || ours.has(to))

const formOfTransaction = ({ txid, feeSun, result, reading }: BlockTransaction) => [
  txid,
  feeSun,
  result,
  reading.credits.map(({ asset, from, to, amount, index, blockTimeMs }) => [
    asset,
    from,
    to,
    amount,
    index,
    blockTimeMs,
  ]),
]

/** Fills in the internal transfers from the node that reports the most for each transaction. */
function withInternals(block: ReadBlock, told: readonly ReadBlock[]): ReadBlock {
  if (told.every(({ internalEntries }) => internalEntries === block.internalEntries)) return block
  const transactions = block.transactions.map((transaction, at) => {
    const readings = told.flatMap((other) => other.transactions[at]?.reading ?? [])
    const reading = readings.reduce(withMostInternals, transaction.reading)
    return { ...transaction, reading }
  })
  return { ...block, transactions, readings: transactions.map(({ reading }) => reading) }
}
