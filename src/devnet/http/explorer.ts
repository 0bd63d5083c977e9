import { parseAddress, type Address } from '../../tron/encoding/address.ts'

import { asText, type Json } from '../../tron/encoding/json.ts'
import { tokenKey } from '../chain/world.ts'
import type { Included } from '../chain/block.ts'
import type { Network } from '../chain/network.ts'
import { devnetEndpoints, type Bench } from './devnet-endpoints.ts'
import { addressLink, blockLink, facts, html, list, page, type Html } from './explorer-html.ts'
import { utcText } from '../../domain/time/time.ts'
import { coins, confirmationsText, transactionTable, transfersOf } from './explorer-transfers.ts'

export type PageAnswer = { status: number; html: string } | { status: 303; location: string }

const SHOWN = 20
const MAX_SHOWN = 100
/** How many blocks back the overview looks for transactions. */
const MAX_READ = 5_000
/** Only a transaction's page reloads itself. On pages with forms, someone may be typing. */
const REFRESH_S = 3

const shown = (title: string, body: Html, seconds?: number): PageAnswer => ({
  status: 200,
  html: page(title, body, seconds),
})

const missing = (what: string): PageAnswer => ({
  status: 404,
  html: page('Not found', html`<p>There’s no ${what} on this network.</p>`),
})

/** The explorer's pages by the first part of their path; undefined for unknown ones. */
export function explore(bench: Bench, method: string, path: string, params: Json) {
  const [, name = '', rest = ''] = /^\/([a-z]*)\/?(.*)$/.exec(path) ?? []
  if (method === 'POST') return act(bench, name, params)
  const { network } = bench
  if (name === '' && rest === '') return overview(network)
  if (name === 'search') return search(network, asText(params.for).trim())
  if (name === 'block') return blockPage(network, rest)
  if (name === 'tx') return transactionPage(network, rest.toLowerCase())
  if (name === 'address') return addressPage(network, rest)
  return undefined
}

/** The forms. Each redirects to another page, so that a reload repeats nothing. */
function act(bench: Bench, name: string, params: Json): PageAnswer | undefined {
  if (name === 'faucet') {
    devnetEndpoints.faucet?.(bench, params)
    return { status: 303, location: `/address/${encodeURIComponent(asText(params.address))}` }
  }
  if (name !== 'mine') return undefined
  devnetEndpoints.mine?.(bench, { blocks: Number(asText(params.blocks)) })
  return { status: 303, location: '/' }
}

function overview(network: Network): PageAnswer {
  const { chain } = network
  const head = chain.head().number
  const numbers = Array.from({ length: Math.min(SHOWN, head + 1) }, (_, back) => head - back)
  const blocks = numbers.flatMap((number) => chain.blockAt(number) ?? [])
  return shown(
    'Blocks and transactions',
    html`<p>A TRON network for development on this machine. Its coins are worth nothing.</p>
      ${faucetForm('')}
      <form method="post" action="/mine">
        <label>
          Blocks
          <input name="blocks" type="number" min="1" max="1000" value="19" />
        </label>
        <button>Mine</button>
      </form>
      ${facts([
        ['Newest block', blockLink(head)],
        ['Final up to', blockLink(chain.solid().number)],
        ['Waiting transactions', chain.pending().length],
        ['USDT contract', addressLink(chain.world.contracts.usdt)],
        ['Faucet', addressLink(chain.world.treasury)],
      ])}
      <h2>Transactions</h2>
      ${transactionTable(network, newestTransactions(network))}
      <h2>Blocks</h2>
      ${list(
        ['Block', 'Time', 'Transactions'],
        blocks.map(({ number, timeMs, transactions }) => [
          blockLink(number),
          html`${utcText(timeMs)}`,
          html`${transactions.length}`,
        ]),
      )}`,
  )
}

/** Waiting transactions, then those of the newest blocks. Most blocks are empty. */
function newestTransactions({ chain }: Network): Included[] {
  const found = [...chain.pending()]
  const head = chain.head().number
  for (let back = 0; back < MAX_READ && back <= head && found.length < SHOWN; back += 1) {
    found.push(...(chain.blockAt(head - back)?.transactions.toReversed() ?? []))
  }
  return found.slice(0, SHOWN)
}

const faucetForm = (address: string): Html =>
  html`<form method="post" action="/faucet">
    <label>
      Address
      <input name="address" class="wide" value="${address}" required />
    </label>
    <label>
      Coin
      <select name="asset">
        <option>USDT</option>
        <option>TRX</option>
      </select>
    </label>
    <label>
      Amount
      <input name="amount" inputmode="decimal" required />
    </label>
    <button>Send from the faucet</button>
  </form>`

function search(network: Network, text: string): PageAnswer {
  const path = pathOf(network, text)
  return path ? { status: 303, location: path } : missing('transaction, address, or block like it')
}

function pathOf({ chain }: Network, text: string): string | undefined {
  if (/^\d{1,15}$/.test(text)) return chain.blockAt(Number(text)) && `/block/${text}`
  const txid = text.replace(/^0x/, '').toLowerCase()
  if (/^[0-9a-f]{64}$/.test(txid)) return chain.transaction(txid) && `/tx/${txid}`
  return parseAddress(text).ok ? `/address/${text}` : undefined
}

function blockPage(network: Network, number: string): PageAnswer {
  const block = /^\d{1,15}$/.test(number) ? network.chain.blockAt(Number(number)) : undefined
  if (!block) return missing('such block')
  return shown(
    `Block ${block.number}`,
    html`${facts([
        ['Time', utcText(block.timeMs)],
        ['Confirmations', confirmationsText(network, block)],
        ['Id', block.id],
        ['Producer', block.witness],
        ['Before it', block.number > 0 ? blockLink(block.number - 1) : '–'],
      ])}
      <h2>Transactions</h2>
      ${transactionTable(network, block.transactions.slice(0, MAX_SHOWN))}`,
  )
}

function transactionPage(network: Network, txid: string): PageAnswer {
  const included = network.chain.transaction(txid)
  if (!included) return missing('such transaction')
  const { block, execution } = included
  const moved = transfersOf(network, included)
  return shown(
    'Transaction',
    html`${facts([
        ['Id', txid],
        ['Result', execution.contractRet],
        ['Block', block ? blockLink(block.number) : 'Waiting for the next one'],
        ['Time', block ? utcText(block.timeMs) : '–'],
        ['Confirmations', confirmationsText(network, block)],
        ['Fee', `${coins(execution.feeSun)} TRX`],
      ])}
      <h2>Transfers</h2>
      ${list(
        ['From', 'To', 'Amount'],
        moved.map(({ from, to, amount }) => [addressLink(from), addressLink(to), html`${amount}`]),
      )}`,
    REFRESH_S,
  )
}

function addressPage(network: Network, text: string): PageAnswer {
  const reading = parseAddress(text)
  if (!reading.ok) return missing('such address')
  const { address } = reading
  const { index } = network.chain
  const own = new Set([...index.transactionsOf(address), ...index.tokenTransfersOf(address)])
  const newest = [...own].toSorted((a, b) => (b.block?.number ?? 0) - (a.block?.number ?? 0))
  return shown(
    `Address ${address}`,
    html`${facts([
        ['TRX', coins(trxOf(network, address))],
        ['USDT', coins(usdtOf(network, address))],
      ])}
      ${faucetForm(address)}
      <h2>Transactions</h2>
      ${transactionTable(network, newest.slice(0, MAX_SHOWN))}`,
  )
}

function trxOf({ chain }: Network, address: Address): bigint {
  const account = chain.layers.get(address, 'head')
  return typeof account === 'object' ? account.balanceSun : 0n
}

function usdtOf({ chain }: Network, address: Address): bigint {
  const balance = chain.layers.get(tokenKey(chain.world.contracts.usdt, address), 'head')
  return typeof balance === 'bigint' ? balance : 0n
}
