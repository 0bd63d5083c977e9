import { addressFromNode, type Address } from '../encoding/address.ts'
import { asInteger, asJson, asList, asText, integerOr0 } from '../encoding/json.ts'
import { smallInteger, type Json } from '../encoding/json.ts'
import type { NodeClient } from '../node/node-client.ts'
import { fine, troubled, type Result } from '../node/trouble.ts'
import { readBody, type Body } from '../transaction/body.ts'
import { isMovingNote } from '../transaction/receipt.ts'
import { readRows, type AccountList } from './account-lists.ts'

/** How one block changed what an account holds, in millionths. Staked TRX counts as held. */
export type Change = { readonly timeMs: number; readonly trx: bigint; readonly usdt: bigint }

/** 10,000 transfers in each list. */
const MAX_PAGES = 50

/** Contracts that cost their owner nothing but the fee. Stakes belong to the account as before. */
const keepingTrx: ReadonlySet<string> = new Set([
  'TransferAssetContract',
  'AccountCreateContract',
  'AccountUpdateContract',
  'AccountPermissionUpdateContract',
  'VoteWitnessContract',
  'FreezeBalanceV2Contract',
  'UnfreezeBalanceV2Contract',
  'CancelAllUnfreezeV2Contract',
  'WithdrawExpireUnfreezeContract',
  'DelegateResourceContract',
  'UnDelegateResourceContract',
])

/**
 * The final changes of an account after a block time, oldest first, from the node's v1 lists. A
 * trouble if the node has no such lists, or one has a row that can't be understood in full.
 */
export async function readChanges(
  client: NodeClient,
  usdtContract: Address,
  address: Address,
  afterMs: number,
): Promise<Result<Change[]>> {
  const changes: Change[] = []
  const seen = new Set<string>()
  const query = { only_confirmed: 'true', min_timestamp: String(afterMs + 1) }
  const read = async (
    list: AccountList,
    more: Record<string, string>,
    changeOf: (row: Json) => Change[] | string,
  ): Promise<Result<null>> => {
    for await (const rows of readRows(client, address, list, { ...query, ...more }, MAX_PAGES)) {
      if (!rows.ok) return rows
      for (const row of rows.value) {
        const found = changeOf(row)
        if (typeof found === 'string') return troubled('malformed', found)
        changes.push(...found)
      }
    }
    return fine(null)
  }
  const trx = await read('transactions', {}, (row) => trxChanges(row, address, seen))
  if (!trx.ok) return trx
  const only = { contract_address: usdtContract }
  const usdt = await read('transactions/trc20', only, (row) =>
    usdtChanges(row, address, usdtContract),
  )
  if (!usdt.ok) return usdt
  const later = changes.filter(({ timeMs }) => timeMs > afterMs)
  return fine(later.toSorted((one, other) => one.timeMs - other.timeMs))
}

/** What a row of the list of transactions changed, or why we can't tell. */
function trxChanges(row: Json, address: Address, seen: Set<string>): Change[] | string {
  const timeMs = smallInteger(row.block_timestamp)
  if (timeMs === 0) return 'a transaction without a block time'
  // A call inside a transaction is listed alone or below its transaction, or both.
  const calls = 'internal_tx_id' in row ? [row] : asList(row.internal_transactions).map(asJson)
  let trx = 0n
  for (const call of calls) {
    const id = asText(call.internal_tx_id)
    if (id === '') return 'an internal transaction without an id'
    if (!seen.has(id)) trx += trxOfCall(call, address)
    seen.add(id)
  }
  if (!('internal_tx_id' in row)) {
    const read = readBody(row)
    if (!read.ok) return `the transaction ${read.txid}: ${read.detail}`
    if (seen.has(read.body.txid)) return []
    seen.add(read.body.txid)
    const own = trxOfBody(read.body, feeOf(row), address)
    if (typeof own === 'string') return own
    trx += own
  }
  return trx === 0n ? [] : [{ timeMs, trx, usdt: 0n }]
}

const feeOf = (row: Json): bigint => integerOr0(asJson(asList(row.ret)[0]).fee)

function trxOfCall(call: Json, address: Address): bigint {
  const data = asJson(call.data)
  if (data.rejected === true || !isMovingNote(data.note)) return 0n
  const amount = integerOr0(asJson(data.call_value)['_'])
  return balanceOf(call.from_address, call.to_address, address, amount)
}

/** What an account gained from a transfer: below zero if it paid. */
const balanceOf = (from: unknown, to: unknown, address: Address, amount: bigint): bigint =>
  (addressFromNode(to) === address ? amount : 0n) -
  (addressFromNode(from) === address ? amount : 0n)

function trxOfBody(body: Body, fee: bigint, address: Address): bigint | string {
  const { contract } = body.transaction
  const paid = contract.owner === address ? -fee : 0n
  if (body.outcome.state !== 'success') return paid
  switch (contract.type) {
    case 'TransferContract':
      return paid + balanceOf(contract.owner, contract.to, address, contract.amountSun)
    case 'TriggerSmartContract':
      return paid + balanceOf(contract.owner, contract.contract, address, contract.callValueSun)
    case 'TransferAssetContract':
      return paid
    case 'other':
      if (contract.owner !== address || keepingTrx.has(contract.name)) return paid
      return `the transaction ${body.txid} is a ${contract.name}`
  }
}

function usdtChanges(row: Json, address: Address, usdtContract: Address): Change[] | string {
  const txid = asText(row.transaction_id)
  if (asText(row.type) !== 'Transfer') return []
  const timeMs = smallInteger(row.block_timestamp)
  const amount = asInteger(row.value)
  if (addressFromNode(asJson(row.token_info).address) !== usdtContract) return []
  if (timeMs === 0 || amount === undefined || amount < 0n) return `the token transfer in ${txid}`
  const usdt = balanceOf(row.from, row.to, address, amount)
  return usdt === 0n ? [] : [{ timeMs, trx: 0n, usdt }]
}
