import type { Address } from '../../tron/encoding/address.ts'
import { addressOfWord, TRANSFER_TOPIC } from '../../tron/encoding/contract-call.ts'
import type { Block, Included } from './block.ts'

/** The transactions of each address, oldest first: the data behind the v1 lists. */
export type AccountIndex = {
  add(block: Block): void
  remove(block: Block): void
  transactionsOf(address: Address): readonly Included[]
  /** Transactions with a token Transfer from or to the address. */
  tokenTransfersOf(address: Address): readonly Included[]
}

export function openAccountIndex(): AccountIndex {
  const native = new Map<Address, Included[]>()
  const token = new Map<Address, Included[]>()

  function each(block: Block, visit: (list: Included[], included: Included) => void): void {
    for (const included of block.transactions) {
      for (const address of partiesOf(included)) visit(listIn(native, address), included)
      for (const address of tokenPartiesOf(included)) visit(listIn(token, address), included)
    }
  }

  return {
    add: (block) => each(block, (list, included) => list.push(included)),
    // Blocks are removed newest first, so their entries are always last.
    remove: (block) => each(block, (list) => list.pop()),
    transactionsOf: (address) => native.get(address) ?? [],
    tokenTransfersOf: (address) => token.get(address) ?? [],
  }
}

function listIn(map: Map<Address, Included[]>, address: Address): Included[] {
  const list = map.get(address) ?? []
  map.set(address, list)
  return list
}

function partiesOf({ decoded }: Included): Set<Address> {
  const { contract } = decoded
  if (contract.type === 'other') return new Set(contract.owner ? [contract.owner] : [])
  const other = contract.type === 'TriggerSmartContract' ? contract.contract : contract.to
  return new Set([contract.owner, other])
}

function tokenPartiesOf({ execution }: Included): Set<Address> {
  return new Set(tokenMoves(execution.logs).flatMap(({ from, to }) => [from, to]))
}

export type TokenMove = { token: Address; from: Address; to: Address; amount: bigint }

/** The Transfer events among logs. */
export function tokenMoves(logs: Included['execution']['logs']): TokenMove[] {
  return logs.flatMap(({ contract, topics, data }) => {
    const [event, from, to] = topics
    if (event !== TRANSFER_TOPIC || !from || !to) return []
    const [payer, payee] = [
      addressOfWord(Buffer.from(from, 'hex')),
      addressOfWord(Buffer.from(to, 'hex')),
    ]
    return [{ token: contract, from: payer, to: payee, amount: BigInt(`0x${data}`) }]
  })
}
