import { TronWeb, utils } from 'tronweb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestNetwork, type TestNetwork } from './network.ts'

let network: TestNetwork
let tronweb: TronWeb
const payer = utils.accounts.generateAccount()
const payee = utils.accounts.generateAccount().address.base58

beforeAll(async () => {
  network = await openTestNetwork()
  tronweb = new TronWeb({ fullHost: network.url, privateKey: payer.privateKey })
  await network.fund(payer.address.base58, 'TRX', '1000')
  await network.fund(payer.address.base58, 'USDT', '500')
  await network.mine(19)
})
afterAll(() => network.remove())

describe('unmodified tronweb', () => {
  test('is connected and reads blocks', async () => {
    expect(await tronweb.isConnected()).toMatchObject({ fullNode: true, solidityNode: true })
    const block = await tronweb.trx.getCurrentBlock()
    const same = await tronweb.trx.getBlock(block.blockID)
    expect(same.block_header.raw_data).toEqual(block.block_header.raw_data)
    const range = await tronweb.trx.getBlockRange(1, 4)
    expect(range.map(({ blockID }) => Number.parseInt(blockID.slice(0, 16), 16))).toEqual([
      1, 2, 3, 4,
    ])
  })

  test('reads the balances that the faucet paid', async () => {
    expect(await tronweb.trx.getBalance(payer.address.base58)).toBe(1_000_000_000)
    const usdt = await tronweb.contract().at(network.info.usdtContract)
    expect(String(await usdt.methods.balanceOf?.(payer.address.base58).call())).toBe('500000000')
    expect(String(await usdt.methods.decimals?.().call())).toBe('6')
    expect(await usdt.methods.symbol?.().call()).toBe('USDT')
  })

  test('sends TRX and reads it back by id', async () => {
    const sent = await tronweb.trx.sendTransaction(payee, 12_500_000)
    expect(sent).toMatchObject({ result: true })
    await network.mine(1)
    const txid = sent.transaction.txID
    expect(await tronweb.trx.getTransaction(txid)).toMatchObject({
      txID: txid,
      ret: [{ contractRet: 'SUCCESS' }],
    })
    await network.mine(18)
    const receipt = await tronweb.trx.getTransactionInfo(txid)
    // One TRX opens the account, and its bandwidth is 0.1.
    expect(receipt).toMatchObject({ id: txid, fee: 1_100_000, receipt: { net_fee: 100_000 } })
    expect(receipt.receipt).not.toHaveProperty('result')
    expect(await tronweb.trx.getBalance(payee)).toBe(12_500_000)
  })
})

describe('tronweb and USDT', () => {
  test('sends USDT with an energy estimate and reads its log', async () => {
    const parameters = [
      { type: 'address', value: payee },
      { type: 'uint256', value: '7000000' },
    ]
    const from = payer.address.base58
    const call = [network.info.usdtContract, 'transfer(address,uint256)'] as const
    const estimate = await tronweb.transactionBuilder.estimateEnergy(...call, {}, parameters, from)
    expect(estimate.energy_required).toBe(130_285)
    const built = await tronweb.transactionBuilder.triggerSmartContract(
      ...call,
      { feeLimit: 30_000_000 },
      parameters,
      from,
    )
    const signed = await tronweb.trx.sign(built.transaction)
    expect(await tronweb.trx.sendRawTransaction(signed)).toMatchObject({ result: true })
    await network.mine(19)
    const receipt = await tronweb.trx.getTransactionInfo(signed.txID)
    expect(receipt.receipt).toMatchObject({ result: 'SUCCESS', energy_usage_total: 130_285 })
    expect(receipt.contractResult).toEqual(['0'.repeat(64)])
    expect(receipt.log).toHaveLength(1)
    const usdt = await tronweb.contract().at(network.info.usdtContract)
    expect(String(await usdt.methods.balanceOf?.(payee).call())).toBe('7000000')
  })

  test('sends by the contract object, and reverts an overdraft', async () => {
    const usdt = await tronweb.contract().at(network.info.usdtContract)
    const txid = await usdt.methods.transfer?.(payee, '900000000').send({ feeLimit: 50_000_000 })
    await network.mine(19)
    const receipt = await tronweb.trx.getTransactionInfo(String(txid))
    expect(receipt).toMatchObject({ result: 'FAILED', receipt: { result: 'REVERT' } })
    expect(receipt).not.toHaveProperty('log')
  })

  test('sends a memo', async () => {
    const from = payer.address.base58
    const built = await tronweb.transactionBuilder.sendTrx(payee, 1_000_000, from)
    const withMemo = await tronweb.transactionBuilder.addUpdateData(built, 'order-1', 'utf8')
    const signed = await tronweb.trx.sign(withMemo)
    expect(await tronweb.trx.sendRawTransaction(signed)).toMatchObject({ result: true })
    await network.mine(1)
    const found = await tronweb.trx.getTransaction(signed.txID)
    expect(tronweb.toUtf8(String(found.raw_data.data))).toBe('order-1')
  })

  test('learns why a transaction is refused', async () => {
    const unfunded = utils.accounts.generateAccount()
    const poor = new TronWeb({ fullHost: network.url, privateKey: unfunded.privateKey })
    const refused = await poor.trx.sendTransaction(payee, 1_000_000)
    expect(refused).toMatchObject({ code: 'CONTRACT_VALIDATE_ERROR' })
    expect(tronweb.toUtf8(refused.message)).toMatch(/no OwnerAccount/)
    const built = await tronweb.transactionBuilder.sendTrx(payee, 1_000_000, payer.address.base58)
    const signed = await tronweb.trx.sign(built)
    expect(await tronweb.trx.sendRawTransaction(signed)).toMatchObject({ result: true })
    expect(await tronweb.trx.sendRawTransaction(signed)).toMatchObject({
      code: 'DUP_TRANSACTION_ERROR',
    })
  })
})
