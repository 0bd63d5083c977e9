import type { Address } from '../../tron/encoding/address.ts'
import { tokenMoves } from '../chain/account-index.ts'
import type { Block, Included } from '../chain/block.ts'
import type { Network } from '../chain/network.ts'
import { addressLink, blockLink, html, list, transactionLink, type Html } from './explorer-html.ts'

type Transfer = { from: Address; to: Address; amount: string }

const UNITS = 1_000_000n

/** Millionths as a decimal: `12.5`. */
export const coins = (units: bigint): string => {
  const rest = String(units % UNITS)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return rest ? `${units / UNITS}.${rest}` : String(units / UNITS)
}

/** The movements of a transaction that people look for: TRX and tokens. */
export function transfersOf({ chain }: Network, included: Included): Transfer[] {
  const { usdt } = chain.world.contracts
  const { contract } = included.decoded
  const tokens = tokenMoves(included.execution.logs).map(({ token, from, to, amount }) => ({
    from,
    to,
    amount: `${coins(amount)} ${token === usdt ? 'USDT' : 'of another token'}`,
  }))
  if (contract.type !== 'TransferContract') return tokens
  const { owner: from, to, amountSun } = contract
  return [{ from, to, amount: `${coins(amountSun)} TRX` }, ...tokens]
}

export function confirmationsText({ chain }: Network, block: Block | undefined): string {
  if (!block) return 'Waiting for the next block'
  const count = chain.head().number - block.number + 1
  return block.number <= chain.solid().number ? `Final, ${count}` : `${count} of 19`
}

/** Transactions with their movements. */
export function transactionTable(network: Network, included: readonly Included[]): Html {
  if (included.length === 0) return html`<p>No transactions.</p>`
  const rows = included.map((one) => {
    const moved = transfersOf(network, one)
    return [
      transactionLink(one.txid),
      one.block ? blockLink(one.block.number) : html`–`,
      html`${moved.map(({ from }) => html`${addressLink(from)}<br />`)}`,
      html`${moved.map(({ to }) => html`${addressLink(to)}<br />`)}`,
      html`${moved.map(({ amount }) => html`${amount}<br />`)}`,
      html`${confirmationsText(network, one.block)}`,
    ]
  })
  return list(['Transaction', 'Block', 'From', 'To', 'Amount', 'Confirmations'], rows)
}
