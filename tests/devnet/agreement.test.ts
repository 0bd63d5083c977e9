import { z } from 'zod'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { itemAt } from '../support/answer.ts'
import { anyNumber, matching } from '../support/matching.ts'
import { requireAddress, type Address } from '../../src/tron/encoding/address.ts'
import { proveHeader } from '../../src/tron/block/block-proof.ts'
import { until } from '../support/poll.ts'
import { openRewritingNode, type RewritingNode } from '../support/rewriting-node.ts'
import { openNodes, openTestNetwork, valueOf, type TestNetwork } from './network.ts'

const payee = requireAddress('TL24LCps5FKwp3PoU1MvrYrwhi5LU1tHre')
const stranger = requireAddress('TU8MbhYhurKv4T3xAHQKZCeP4DtFCmWLMt')
let network: TestNetwork
let odd: RewritingNode
beforeEach(async () => {
  network = await openTestNetwork()
  odd = await openRewritingNode(network.url)
})
afterEach(async () => {
  await odd.stop()
  await network.remove()
})

const ours = () => Promise.resolve(new Set<string>([payee]))
const others = () => Promise.resolve(new Set<string>([stranger]))
const alone = () => openNodes(network, [odd.url]).finalBlocks(21, 21, ours)
const two = () => openNodes(network, ['', odd.url])
const readTwo = (from = 21, to = 21) => two().finalBlocks(from, to, ours)

describe('a node without internal transactions', () => {
  test('agrees with a node that has them, and is reported', async () => {
    await network.ask('internal', { transfers: [{ address: payee, amount: '3' }] })
    await network.mine(19)
    odd.rewrite = (path, answer) => {
      if (path.endsWith('infobyblocknum'))
        for (const info of answer) delete info.internal_transactions
    }
    for (const paths of [
      ['', odd.url],
      [odd.url, ''],
    ]) {
      const nodes = openNodes(network, paths)
      const [block] = valueOf(await nodes.finalBlocks(21, 21, ours))
      expect(block?.readings[0]?.unattributed).toMatchObject([{ to: payee, amount: 3_000_000n }])
      const lacking = nodes.health().map(({ lacksInternals }) => lacksInternals)
      expect(lacking).toEqual(paths.map((path) => path === odd.url))
    }
  })
})

const payByContract = () =>
  network.ask('internal', { transfers: [{ address: payee, amount: '3' }] })

async function keepNone(...nodes: string[]): Promise<void> {
  for (const node of nodes) await network.ask('profile', { node, keeps_internal: false })
}

describe('the only node with internal transactions, some blocks behind the others', () => {
  const views = ['/at/keeper', '/at/one', '/at/two']
  const open = (internalsWaitMs?: number) =>
    openNodes(network, views, internalsWaitMs === undefined ? {} : { internalsWaitMs })
  const read = async (nodes: ReturnType<typeof open>, from: number) =>
    valueOf(await nodes.finalBlocks(from, 40, ours)).map(({ number, readings }) => {
      return { number, internal: readings.flatMap(({ unattributed }) => unattributed).length }
    })

  // A transfer in block 21, the last one that the node has, and one in block 40, the final head.
  beforeEach(async () => {
    await payByContract()
    await network.mine(19)
    await keepNone('one', 'two')
    await network.ask('stale', { node: 'keeper' })
    await payByContract()
    await network.mine(19)
  })

  test('reports those in the blocks that it has', async () => {
    const nodes = open(0)
    const blocks = await read(nodes, 21)
    expect([blocks.length, blocks[0]]).toEqual([20, { number: 21, internal: 1 }])
    const lacking = nodes.health().map(({ lacksInternals }) => lacksInternals)
    expect(lacking).toEqual([false, true, true])
  })

  test('ends the list at its own head until it catches up', async () => {
    const nodes = open()
    expect(await read(nodes, 21)).toEqual([{ number: 21, internal: 1 }])
    expect(await read(nodes, 22)).toEqual([])
    await network.ask('clear-faults')
    await keepNone('one', 'two')
    const blocks = await read(nodes, 22)
    expect([blocks.length, blocks.at(-1)]).toEqual([19, { number: 40, internal: 1 }])
  })

  test('isn’t waited for once it stops delivering blocks', async () => {
    const nodes = open(100)
    expect(await read(nodes, 21)).toHaveLength(1)
    await until('the others to be enough', async () => (await read(nodes, 22)).length === 19)
    await network.mine(1)
    expect(valueOf(await nodes.finalBlocks(41, 60, ours))).toHaveLength(1)
    // It delivers a new block, so the next one that it lacks is worth waiting for again.
    await network.ask('clear-faults')
    await keepNone('one', 'two')
    expect(valueOf(await nodes.finalBlocks(41, 60, ours))).toHaveLength(1)
    await network.ask('stale', { node: 'keeper' })
    await network.mine(1)
    expect(valueOf(await nodes.finalBlocks(42, 60, ours))).toEqual([])
  })
})

describe('agreement of more than half of the nodes', () => {
  beforeEach(async () => {
    await network.fund(payee, 'USDT', '6')
    await network.mine(19)
  })

  test('isn’t reached by one of two nodes, whatever fails in the other', async () => {
    odd.rewrite = (path) => (path.endsWith('limitnext') ? { Error: 'class x : busy' } : undefined)
    expect(await readTwo()).toMatchObject({ ok: false, trouble: { kind: 'no_node' } })
    const [honest, other] = ['', '/at/b']
    const three = openNodes(network, [honest, odd.url, other])
    expect(valueOf(await three.finalBlocks(21, 21, ours))).toHaveLength(1)
  })

  test('covers our transactions’ fees, but not strangers’', async () => {
    odd.rewrite = (path, answer) => {
      if (path.endsWith('infobyblocknum')) for (const info of answer) info.fee = 1
    }
    expect(await readTwo()).toMatchObject({ trouble: { kind: 'disagreement' } })
    expect(valueOf(await two().finalBlocks(21, 21, others))).toHaveLength(1)
    const three = openNodes(network, ['', odd.url, '/at/b'])
    expect(valueOf(await three.finalBlocks(21, 21, ours))).toHaveLength(1)
    expect(three.health()[1]?.trouble).toMatchObject({ kind: 'disagreement' })
  })

  test('covers the receipt’s time', async () => {
    odd.rewrite = (path, answer) => {
      if (path.endsWith('infobyblocknum')) for (const info of answer) info.blockTimeStamp = 1
    }
    expect(await alone()).toMatchObject({ trouble: { kind: 'malformed' } })
    const txid = await network.fund(payee, 'TRX', '4')
    await network.mine(19)
    odd.rewrite = (path, answer) =>
      path.endsWith('infobyid') ? { ...answer, blockTimeStamp: undefined } : undefined
    expect(await openNodes(network, [odd.url]).transaction(txid)).toMatchObject({
      trouble: { kind: 'malformed', detail: 'a receipt without a block time' },
    })
  })

  test('a node that lags ends the list at its own head', async () => {
    await network.ask('stale', { node: 'b' })
    await network.mine(2)
    const nodes = openNodes(network, ['', '/at/b'])
    expect(valueOf(await nodes.finalBlocks(20, 39, ours)).map(({ number }) => number)).toEqual([
      20, 21,
    ])
  })
})

describe('counts a block only after reading everything in it', () => {
  beforeEach(async () => {
    await network.fund(payee, 'TRX', '4')
    await network.mine(19)
  })

  test.each([
    [
      'a body with one wrong digit',
      (tx: Record<string, unknown>) => {
        const hex = String(tx.raw_data_hex)
        tx.raw_data_hex = hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0')
      },
    ],
    [
      'no body at all',
      (tx: Record<string, unknown>) => {
        delete tx.raw_data
        delete tx.raw_data_hex
      },
    ],
    [
      'another id',
      (tx: Record<string, unknown>) => {
        tx.txID = '0'.repeat(64)
      },
    ],
    [
      'a failure that was none',
      (tx: Record<string, unknown>) => {
        tx.ret = [{ contractRet: 'REVERT' }]
      },
    ],
  ])('treats %s as the node’s trouble', async (_name, change) => {
    odd.rewrite = (path, answer) => {
      if (path.endsWith('limitnext')) itemAt(answer.block, 0).transactions.forEach(change)
    }
    expect(await alone()).toMatchObject({ trouble: { kind: 'malformed' } })
    odd.rewrite = () => undefined
    expect(valueOf(await alone())[0]?.readings).toMatchObject([{ credits: [{ to: payee }] }])
  })

  test('treats a missing transaction or receipt as the node’s fault', async () => {
    odd.rewrite = (path, answer) => {
      if (path.endsWith('limitnext')) itemAt(answer.block, 0).transactions = []
    }
    expect(await alone()).toMatchObject({
      trouble: { detail: 'the transactions of block 21 do not match its root' },
    })
    odd.rewrite = (path) => (path.endsWith('infobyblocknum') ? [] : undefined)
    expect(await alone()).toMatchObject({
      trouble: { detail: 'receipts of block 21 are incomplete' },
    })
  })

  test('treats a foreign signature as a fault, unless the producer names the key', async () => {
    const [first, second] = await Promise.all([readBlock(21), readBlock(20)])
    odd.rewrite = (path, answer) => {
      if (!path.endsWith('limitnext')) return
      itemAt(answer.block, 0).block_header.witness_signature = second.block_header.witness_signature
    }
    expect(first.blockID).not.toBe(second.blockID)
    expect(await alone()).toMatchObject({
      trouble: { kind: 'malformed', detail: matching(/did not sign its block$/) },
    })
    const { witness_signature } = second.block_header
    const signed = { ...first, block_header: { ...first.block_header, witness_signature } }
    const key = { address: proveHeader(signed)?.signer, weight: 1 }
    const told = odd.rewrite
    odd.rewrite = (path, answer, question) =>
      path.endsWith('getaccount')
        ? { ...answer, witness_permission: { keys: [key] } }
        : told(path, answer, question)
    expect(valueOf(await alone())).toHaveLength(1)
  })

  test('accepts a block that an operator verified, without checking its root', async () => {
    odd.rewrite = (path, answer) => {
      if (!path.endsWith('limitnext')) return
      itemAt(itemAt(answer.block, 0).transactions, 0).signature = []
    }
    expect((await alone()).ok).toBe(false)
    const { blockID } = await readBlock(21)
    const nodes = openNodes(network, [odd.url], { acceptedBlocks: [blockID] })
    expect(valueOf(await nodes.finalBlocks(21, 21, ours))).toHaveLength(1)
    odd.rewrite = (path, answer) => {
      if (!path.endsWith('limitnext')) return
      itemAt(itemAt(answer.block, 0).transactions, 0).raw_data_hex = '00'
    }
    expect(await nodes.finalBlocks(21, 21, ours)).toMatchObject({
      trouble: { detail: matching(/^a transaction of block 21 is unreadable/) },
    })
  })
})

const NodeBlock = z.looseObject({
  blockID: z.string(),
  block_header: z.looseObject({ witness_signature: z.string() }),
})

async function readBlock(num: number) {
  const answer = await fetch(`${network.url}/wallet/getblockbynum?num=${num}`)
  return NodeBlock.parse(await answer.json())
}

describe('one transaction', () => {
  test('isn’t absent when it is in a block without a receipt', async () => {
    const txid = await network.fund(payee, 'TRX', '4')
    await network.mine(19)
    odd.rewrite = (path) => (path.endsWith('gettransactioninfobyid') ? {} : undefined)
    const nodes = openNodes(network, [odd.url])
    expect(valueOf(await nodes.transaction(txid))).toMatchObject({ state: 'in_block' })
  })

  test('is provably absent only if every configured node agrees', async () => {
    const txid = 'ab'.repeat(32)
    const absent = valueOf(await two().transaction(txid))
    expect(absent).toMatchObject({ state: 'absent', finalTimeMs: anyNumber })
    expect(absent).not.toMatchObject({ finalTimeMs: 0 })
    odd.rewrite = (path) => (path.endsWith('byid') ? { hangUp: 'yes' } : undefined)
    expect(valueOf(await two().transaction(txid))).toMatchObject({ finalTimeMs: 0 })
  })
})

const concerning = (...addresses: string[]) =>
  openNodes(network, [odd.url]).finalBlocks(21, 21, () => Promise.resolve(new Set(addresses)))

describe('a USDT transfer without a log', () => {
  let payer: Address
  beforeEach(async () => {
    await network.fund(stranger, 'USDT', '6')
    await network.fund(payee, 'TRX', '4')
    await network.mine(19)
    payer = network.info.treasury
    odd.rewrite = (path, answer) => {
      if (path.endsWith('infobyblocknum')) for (const info of answer) delete info.log
    }
  })

  test('between strangers doesn’t hide our TRX in the same block', async () => {
    const [block] = valueOf(await concerning(payee))
    expect(block?.readings.flatMap(({ credits }) => credits)).toMatchObject([
      { asset: 'TRX', to: payee, amount: 4_000_000n },
    ])
  })

  test('from or to us makes the block unusable', async () => {
    for (const own of [payer, stranger]) {
      expect(await concerning(payee, own)).toMatchObject({
        trouble: { kind: 'malformed', detail: matching(/is not of its call$/) },
      })
    }
    const three = openNodes(network, ['', odd.url, '/at/b'])
    expect(valueOf(await three.finalBlocks(21, 21, others))).toHaveLength(1)
    expect(three.health()[1]?.trouble).toMatchObject({ kind: 'disagreement' })
  })
})

test('reports an absurd balance as the node’s trouble', async () => {
  odd.rewrite = (path, answer) => {
    if (path.endsWith('getaccount')) Object.assign(answer, { frozenV2: [most, most] })
  }
  const most = { amount: '9223372036854775807' }
  expect(await openNodes(network, [odd.url]).owned(payee)).toMatchObject({
    trouble: { kind: 'malformed', detail: 'an absurd balance' },
  })
})

test('uses the smaller balance that nodes report at different heights', async () => {
  await network.fund(payee, 'TRX', '4')
  await network.mine(19)
  odd.rewrite = (path, answer) => {
    if (path.endsWith('getaccount')) answer.balance = 3_000_000
  }
  expect(valueOf(await two().balances(payee))).toEqual({ trx: 3_000_000n, usdt: 0n })
})
