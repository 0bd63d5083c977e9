import { formatUnits, parseUnits } from '../../../domain/money/money.ts'
import { fillText } from '../../../domain/texts.ts'
import { DAY_MS, HOUR_MS } from '../../../domain/time/time.ts'
import type { Solvency, Wallet } from '../../../proof/solvency.ts'
import { parseAddress, type Address } from '../../../tron/encoding/address.ts'
import { mainnet } from '../../../tron/encoding/networks.ts'
import {
  readPastBalances,
  type Balance,
  type PastBalances,
} from '../../../tron/query/past-balances.ts'
import { openFinding, type Finding } from './finding.ts'
import type { NodeWords } from './node-words.ts'
import { MAIN_NETWORK, type AskedNode } from './open-node.ts'

/** Large sheets take minutes. */
const MAX_READ_MS = 2 * HOUR_MS

/** Whether a wallet that counts held what the sheet of a day says. */
export async function checkWallet(
  node: AskedNode,
  wallet: Wallet,
  { network: expected, day }: { readonly network: Solvency['network']; readonly day: string },
  words: NodeWords,
): Promise<Finding> {
  const what = fillText(words.wallet, { address: wallet.address })
  const chain = await node.network()
  if (!chain.ok) return openFinding(what, chain.trouble, words)
  const network = chain.value
  if (network !== expected) {
    const params = { network, expected: `${expected}` }
    return { is: 'open', says: fillText(words.otherNetwork, params) }
  }
  const usdt = node.usdt ?? (network === MAIN_NETWORK ? mainnet.usdtContract : null)
  if (!usdt) return { is: 'open', says: fillText(words.needsToken, { network }) }
  const stated = readStated(wallet)
  if (!stated) return { is: 'open', says: fillText(words.unreadable, { address: wallet.address }) }
  const { address, balance, from, to } = stated
  const read = await readPastBalances(node.client, usdt, address, { from, to })
  if (!read.ok) return openFinding(what, read.trouble, words)
  if (!isOfDay(read.value, day)) {
    const blocks = `${from}–${to}`
    return { is: 'differs', says: fillText(words.otherDay, { address, blocks, day }) }
  }
  const { past, now, block: no } = read.value
  // The sheet has the lower of two readings between its blocks, coin by coin.
  const isHeld = (coin: keyof Balance) => past.some((each) => each[coin] === balance[coin])
  const params = { address, coins: coinsText(balance, words), no, now: coinsText(now, words) }
  if (isHeld('trx') && isHeld('usdt')) return { is: 'agrees', says: fillText(words.held, params) }
  const shown = coinsText(past[0] ?? now, words)
  return { is: 'differs', says: fillText(words.heldOther, { ...params, past: shown }) }
}

/**
 * Whether the two blocks belong to a sheet of this day. A sheet reads wallets shortly before and
 * after its cut. Between blocks that are further apart, coins may have come and gone.
 */
function isOfDay({ fromMs, toMs }: PastBalances, day: string): boolean {
  const startMs = Date.parse(day)
  return (
    toMs - fromMs <= MAX_READ_MS &&
    fromMs >= startMs - HOUR_MS &&
    toMs <= startMs + DAY_MS + HOUR_MS
  )
}

type Stated = {
  readonly address: Address
  readonly balance: Balance
  readonly from: number
  readonly to: number
}

function readStated({ address, trx, usdt, from_block, to_block }: Wallet): Stated | null {
  const read = parseAddress(address)
  const balance = { trx: parseUnits(trx ?? ''), usdt: parseUnits(usdt ?? '') }
  if (!read.ok || balance.trx === null || balance.usdt === null) return null
  if (from_block === null || to_block === null || from_block > to_block) return null
  const { trx: sun, usdt: micros } = balance
  return {
    address: read.address,
    balance: { trx: sun, usdt: micros },
    from: from_block,
    to: to_block,
  }
}

const coinsText = ({ trx, usdt }: Balance, words: NodeWords): string =>
  fillText(words.coins, { trx: formatUnits(trx), usdt: formatUnits(usdt) })
