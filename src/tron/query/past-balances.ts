import type { Address } from '../encoding/address.ts'
import { readHead, readHeaderAt, type BlockHead } from '../block/block-reads.ts'
import type { NodeClient } from '../node/node-client.ts'
import { fine, troubled, type Result } from '../node/trouble.ts'
import { readChanges, type Change } from './account-changes.ts'
import { ownedSun, readAccount, readUsdt } from './account-reads.ts'

/** Millionths of the coins, staked TRX included. */
export type Balance = { readonly trx: bigint; readonly usdt: bigint }

export type PastBalances = {
  /** After the last of the blocks, and before each of them with changes, newest first. */
  readonly past: readonly Balance[]
  readonly now: Balance
  /** The final block of `now`. */
  readonly block: number
  /** The times of the two blocks. */
  readonly fromMs: number
  readonly toMs: number
}

/** How often we start over because the account changed while we read it. */
const TRIES = 3

/**
 * What an account held between two final blocks. Nodes only know today's balance, so we take back
 * the changes since then. A trouble if the node lacks the blocks or the account's history.
 */
export async function readPastBalances(
  client: NodeClient,
  usdtContract: Address,
  address: Address,
  blocks: { readonly from: number; readonly to: number },
): Promise<Result<PastBalances>> {
  const from = await readBlockTime(client, blocks.from)
  if (!from.ok) return from
  const to = blocks.to === blocks.from ? from : await readBlockTime(client, blocks.to)
  if (!to.ok) return to
  for (let tried = 0; tried < TRIES; tried += 1) {
    const read = await readNow(client, usdtContract, address)
    if (!read.ok) return read
    const { before, after, balance } = read.value
    if (after.number < blocks.to) {
      return troubled('stale', `its last final block is ${after.number}`)
    }
    const changes = await readChanges(client, usdtContract, address, from.value)
    if (!changes.ok) return changes
    // A change between the two heads may be in the balance or not.
    if (changes.value.some(({ timeMs }) => timeMs > before.timeMs && timeMs <= after.timeMs)) {
      continue
    }
    const known = changes.value.filter(({ timeMs }) => timeMs <= before.timeMs)
    const past = takeBack(balance, known, to.value)
    return fine({ past, now: balance, block: before.number, fromMs: from.value, toMs: to.value })
  }
  return troubled('busy', 'the account keeps changing')
}

async function readBlockTime(client: NodeClient, number: number): Promise<Result<number>> {
  const header = await readHeaderAt(client, 'walletsolidity', number)
  if (!header.ok) return header
  return header.value ? fine(header.value.timeMs) : troubled('unavailable', `no block ${number}`)
}

type Now = { readonly before: BlockHead; readonly after: BlockHead; readonly balance: Balance }

/** Today's balance, between two reads of the final head. */
async function readNow(
  client: NodeClient,
  usdtContract: Address,
  address: Address,
): Promise<Result<Now>> {
  const before = await readHead(client, 'walletsolidity')
  if (!before.ok) return before
  const account = await readAccount(client, 'walletsolidity', address)
  if (!account.ok) return account
  const usdt = await readUsdt(client, 'walletsolidity', usdtContract, address)
  if (!usdt.ok) return usdt
  const after = await readHead(client, 'walletsolidity')
  if (!after.ok) return after
  const balance = { trx: ownedSun(account.value), usdt: usdt.value }
  return fine({ before: before.value, after: after.value, balance })
}

/** The balance at a time, and before each block with changes until then. */
function takeBack(now: Balance, changes: readonly Change[], toMs: number): Balance[] {
  let balance = now
  let lastMs = Infinity
  const past: Balance[] = []
  for (const { timeMs, trx, usdt } of changes.toReversed()) {
    if (timeMs <= toMs && timeMs < lastMs) past.push(balance)
    lastMs = timeMs
    balance = { trx: balance.trx - trx, usdt: balance.usdt - usdt }
  }
  return [...past, balance]
}
