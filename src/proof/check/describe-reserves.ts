/** Describes the results for reserves and anchors, and what only the chain can answer. */
import { base64 } from '@scure/base'
import { formatUnits } from '../../domain/money/money.ts'
import { fillText } from '../../domain/texts.ts'
import type { Checkpoint } from '../note.ts'
import type { Solvency, Wallet } from '../solvency.ts'
import type { Content, Row } from './described.ts'
import type { Sample, SentTransaction } from './reserves.ts'
import type { Words } from './words.ts'

const percentText = (number: number | string, words: Words): string =>
  fillText(words.percent, { number })

/** Hundredths of a percent. */
const ratioText = (ratio: number | null | undefined, words: Words): string =>
  ratio === null || ratio === undefined
    ? words.notKnown
    : percentText(`${Math.floor(ratio / 100)}.${String(ratio % 100).padStart(2, '0')}`, words)

/** The question whether a wallet held what its sheet says. */
export const askBalance = (
  { address, trx, usdt, from_block: from, to_block: to }: Wallet,
  words: Words,
): string =>
  fillText(words.needsBalance, {
    address,
    coins: `${trx} TRX, ${usdt} USDT`,
    blocks: `${from}–${to}`,
  })

/** The question whether the chain has a transaction. */
export const askTransaction = (txid: string, words: Words): string =>
  fillText(words.needsTransaction, { txid })

export function describeReserves(
  { owed, wallets, deposits, usd, ratio, falls = [], readings, lowest, rate }: Solvency,
  words: Words,
): Pick<Content, 'figures' | 'needsNode'> {
  const figures: Row[] = [
    [words.owedAll, usd ? `$${usd.owed}` : `$${owed.members}`],
    [words.heldAll, usd ? `$${usd.held}` : words.notKnown],
    [words.ratio, ratioText(ratio, words)],
    ...falls.map((fall): Row => [
      fillText(words.ratioAfter, { percent: percentText(fall.percent, words) }),
      ratioText(fall.ratio, words),
    ]),
  ]
  if (readings) {
    figures.push([fillText(words.lowestOf, { count: readings.length }), ratioText(lowest, words)])
  }
  const counted = wallets.filter(({ state }) => state === 'counted')
  const needsNode = counted.map((wallet) => askBalance(wallet, words))
  if (rate) needsNode.push(fillText(words.needsPrice, { rate: rate.trx, at: rate.as_of }))
  if (deposits.addresses > 0) needsNode.push(words.needsSample)
  return { figures, needsNode }
}

export function describeSample({ day, block, openings }: Sample, words: Words): Content {
  const addresses = new Map(openings.map(({ address, holds }) => [address, holds]))
  return {
    says: fillText(words.sample, { day, count: addresses.size }),
    proof: [[words.block, `${block.number} ${block.id}`]],
    needsNode: [
      fillText(words.needsBlock, { no: block.number, id: block.id }),
      ...[...addresses].map(([address, { trx, usdt }]) =>
        fillText(words.needsCoins, {
          address,
          coins: `${formatUnits(trx)} TRX, ${formatUnits(usdt)} USDT`,
        }),
      ),
    ],
  }
}

type Anchor = { readonly sent: SentTransaction; readonly anchored: Checkpoint }

export function describeAnchor({ sent, anchored }: Anchor, words: Words): Content {
  const { origin, size, root } = anchored
  return {
    says: fillText(words.anchor, { size }),
    proof: [
      [words.transaction, sent.txid],
      [words.sender, sent.from],
      [words.log, origin],
      [words.size, `${size}`],
      [words.root, base64.encode(root)],
    ],
    needsNode: [askTransaction(sent.txid, words)],
  }
}
