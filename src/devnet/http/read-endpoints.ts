import type { Block, Included } from '../chain/block.ts'
import { writeBlock } from './block-answers.ts'
import { numberParam, textParam, type NodeRequest } from './request.ts'
import { writeReceipt, writeTransaction, writeUnpacked } from './transaction-answers.ts'

const MAX_BLOCKS = 100

/** Endpoints for blocks and transactions, the same for `/wallet` and `/walletsolidity`. */
export const readEndpoints = {
  getnowblock: (request: NodeRequest) => writeBlock(request.top, request.form),

  getblock(request: NodeRequest) {
    const detail = request.params.detail === true || request.params.detail === 'true'
    const block = findBlock(request, textParam(request, 'id_or_num'))
    return block ? writeBlock(block, request.form, detail) : {}
  },

  getblockbynum(request: NodeRequest) {
    const block = blockInView(request, numberParam(request, 'num'))
    return block ? writeBlock(block, request.form) : {}
  },

  getblockbyid(request: NodeRequest) {
    const block = findBlock(request, textParam(request, 'value'))
    return block ? writeBlock(block, request.form) : {}
  },

  getblockbylimitnext(request: NodeRequest) {
    const start = numberParam(request, 'startNum')
    const count = Math.min(numberParam(request, 'endNum') - start, MAX_BLOCKS)
    return { block: blocksFrom(request, start, count) }
  },

  getblockbylatestnum(request: NodeRequest) {
    const count = Math.min(numberParam(request, 'num'), MAX_BLOCKS)
    return { block: blocksFrom(request, request.top.number + 1 - count, count) }
  },

  gettransactionbyid(request: NodeRequest) {
    const found = packed(request)
    return found ? writeTransaction(found, request.form) : {}
  },

  gettransactioninfobyid(request: NodeRequest) {
    const found = packed(request)
    return found ? writeReceipt(found, request.form) : {}
  },

  gettransactioninfobyblocknum(request: NodeRequest) {
    const number = numberParam(request, 'num')
    const block = number > 0 ? blockInView(request, number) : undefined
    return block ? block.transactions.map((entry) => writeReceipt(entry, request.form)) : {}
  },

  gettransactioncountbyblocknum(request: NodeRequest) {
    const block = blockInView(request, numberParam(request, 'num'))
    return { count: block ? block.transactions.length : -1 }
  },

  gettransactionfrompending(request: NodeRequest) {
    const found = request.network.chain.transaction(transactionParam(request))
    return found && !found.block ? writeUnpacked(found, request.form) : {}
  },

  gettransactionlistfrompending: ({ network }: NodeRequest) => ({
    txId: network.chain.pending().map(({ txid }) => txid),
  }),

  getpendingsize: ({ network }: NodeRequest) => ({ pendingSize: network.chain.pending().length }),
}

function blockInView({ network, top }: NodeRequest, number: number): Block | undefined {
  return number <= top.number ? network.chain.blockAt(number) : undefined
}

function findBlock(request: NodeRequest, idOrNumber: string): Block | undefined {
  if (idOrNumber === '') return request.top
  if (/^\d{1,15}$/.test(idOrNumber)) return blockInView(request, Number(idOrNumber))
  const height = /^[0-9a-f]{64}$/i.test(idOrNumber) ? parseInt(idOrNumber.slice(0, 16), 16) : -1
  const block = blockInView(request, height)
  return block?.id === idOrNumber.toLowerCase() ? block : undefined
}

function blocksFrom(request: NodeRequest, start: number, count: number) {
  const numbers = Array.from({ length: Math.max(0, count) }, (_, at) => start + at)
  const blocks = numbers.flatMap((number) => blockInView(request, number) ?? [])
  return blocks.map((block) => writeBlock(block, request.form))
}

const transactionParam = (request: NodeRequest): string => textParam(request, 'value').toLowerCase()

/** A transaction in one of the view's blocks. Pending ones are only in the pool. */
function packed(request: NodeRequest): Included | undefined {
  const found = request.network.chain.transaction(transactionParam(request))
  return found?.block && found.block.number <= request.top.number ? found : undefined
}
