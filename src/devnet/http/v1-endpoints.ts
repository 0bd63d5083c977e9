import type { Address } from '../../tron/encoding/address.ts'
import type { Json } from '../../tron/encoding/json.ts'
import { tokenMoves } from '../chain/account-index.ts'
import type { Included } from '../chain/block.ts'
import {
  amountParam,
  numberParam,
  optionalAddress,
  textParam,
  type NodeRequest,
} from './request.ts'
import { internalHash } from '../chain/scripted-calls.ts'
import { writeTransaction } from './transaction-answers.ts'

const MAX_ROWS = 200
const DEFAULT_ROWS = 20

type Page = { rows: Included[]; fingerprint: string | undefined }

/** `GET /v1/accounts/{address}/transactions`: newest first unless asked otherwise. */
export function listTransactions(
  request: NodeRequest,
  address: Address,
  isHidden: (included: Included) => boolean,
): Json {
  const { network } = request
  const all = network.chain.index.transactionsOf(address)
  const matches = (included: Included) => {
    const { contract } = included.decoded
    if (isHidden(included)) return false
    const isFrom = contract.owner === address
    return flag(request, 'only_to') ? !isFrom : flag(request, 'only_from') ? isFrom : true
  }
  const page = readPage(request, all, matches)
  const data = page.rows.map((included) => writeItem(included, request))
  return answer(data, page)
}

/**
 * `GET /v1/accounts/{address}/transactions/trc20`. As on the real index, without block numbers and
 * log indexes.
 */
export function listTokenTransfers(
  request: NodeRequest,
  address: Address,
  isHidden: (included: Included) => boolean,
): Json {
  const contract = optionalAddress(request, 'contract_address')
  const movesOf = (included: Included) =>
    tokenMoves(included.execution.logs).filter(
      ({ token, from, to }) =>
        (contract === undefined || token === contract) &&
        ((from === address && !flag(request, 'only_to')) ||
          (to === address && !flag(request, 'only_from'))),
    )
  const all = request.network.chain.index.tokenTransfersOf(address)
  const matches = (included: Included) => !isHidden(included) && movesOf(included).length > 0
  const page = readPage(request, all, matches)
  const data = page.rows.flatMap((included) =>
    movesOf(included).map(({ token, from, to, amount }) => ({
      transaction_id: included.txid,
      token_info: { symbol: 'USDT', address: token, decimals: 6, name: 'Tether USD' },
      block_timestamp: included.block?.timeMs ?? 0,
      from,
      to,
      type: 'Transfer',
      value: amount.toString(),
    })),
  )
  return answer(data, page)
}

const answer = (data: Json[], { fingerprint }: Page): Json => ({
  data,
  success: true,
  meta: {
    at: Date.now(),
    page_size: data.length,
    ...(fingerprint === undefined
      ? {}
      : { fingerprint, links: { next: `?fingerprint=${fingerprint}` } }),
  },
})

function flag(request: NodeRequest, name: string): boolean {
  const camel = name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase())
  return textParam(request, name) === 'true' || textParam(request, camel) === 'true'
}

/** The fingerprint is the last row's id, so new blocks don't shift the pages. */
function readPage(
  request: NodeRequest,
  all: readonly Included[],
  matches: (included: Included) => boolean,
): Page {
  const solidNumber = request.network.chain.solid().number
  const [least, most] = [
    amountParam(request, 'min_timestamp'),
    amountParam(request, 'max_timestamp'),
  ]
  const wanted = all.filter(({ block, ...rest }) => {
    if (block === undefined || !matches({ ...rest, block })) return false
    if (flag(request, 'only_confirmed') && block.number > solidNumber) return false
    if (flag(request, 'only_unconfirmed') && block.number <= solidNumber) return false
    return block.timeMs >= least && (most === 0n || block.timeMs <= most)
  })
  const ascending = textParam(request, 'order_by').includes('asc')
  const ordered = ascending ? wanted : wanted.toReversed()
  const after = Buffer.from(textParam(request, 'fingerprint'), 'base64url').toString()
  const start = after === '' ? 0 : ordered.findIndex(({ txid }) => txid === after) + 1
  const limit = Math.min(numberParam(request, 'limit') || DEFAULT_ROWS, MAX_ROWS)
  const rows = ordered.slice(start, start + limit)
  const last = rows.at(-1)
  const hasMore = start + limit < ordered.length
  const fingerprint = last && hasMore ? Buffer.from(last.txid).toString('base64url') : undefined
  return { rows, fingerprint }
}

function writeItem(included: Included, { form }: NodeRequest): Json {
  const { execution, block } = included
  const fee = Number(execution.feeSun)
  return {
    ...writeTransaction(included, form),
    ret: [{ contractRet: execution.contractRet, fee }],
    net_usage: execution.netUsage,
    net_fee: Number(execution.netFeeSun),
    energy_usage: execution.energyUsage,
    blockNumber: block?.number ?? 0,
    block_timestamp: block?.timeMs ?? 0,
    energy_fee: Number(execution.energyFeeSun),
    energy_usage_total: execution.energyUsed,
    internal_transactions: execution.internalCalls.map((call, at) => ({
      internal_tx_id: internalHash(included.txid, at),
      from_address: call.from,
      to_address: call.to,
      data: {
        note: call.note,
        rejected: call.rejected,
        call_value: { _: Number(call.valueSun) },
      },
    })),
  }
}
