import '../../src/web/i18n/english.ts'
import { describe, expect, test } from 'vitest'
import { judgeAmount, quoteDeposit } from '../../src/web/member/deposit/quote/deposit-quote.ts'
import { readTransactionId } from '../../src/web/member/deposit/verify/transaction-id.ts'
import { judgeActivation } from '../../src/web/member/activation/judge-activation.ts'
import {
  findShortfall,
  findWithdrawalFault,
  isBelowMinimum,
  noQuoteText,
  quoteWithdrawal,
} from '../../src/web/member/withdrawal/withdrawal-quote.ts'

describe('the deposit form', () => {
  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['0.99', 'below-button'],
    ['0', 'below-button'],
    ['1', 'below-minimum'],
    ['1.99', 'below-minimum'],
    ['2', 'good'],
    ['12.5', 'good'],
    ['12.505', 'invalid'],
    ['abc', 'invalid'],
    ['-3', 'invalid'],
    ['1e3', 'invalid'],
    ['1000000000', 'good'],
    ['99999999999', 'too-large'],
    ['1000000000.01', 'too-large'],
    ['99999999999.001', 'invalid'],
  ])('judges %j as %s', (text, state) => {
    expect(judgeAmount(text, null)).toBe(state)
  })

  test.each([
    ['1.99', 'below-minimum'],
    ['100', 'good'],
    ['100.01', 'above-maximum'],
    ['99999999999', 'above-maximum'],
    ['100.001', 'invalid'],
  ])('judges %j as %s if at most $100 may be deposited', (text, state) => {
    expect(judgeAmount(text, '100.00')).toBe(state)
  })

  test('quotes the fee between $0.10 and $2.00, half up to the cent', () => {
    expect(quoteDeposit('2', 'USDT', null)).toEqual({
      amount: '2.00',
      fee: '0.10',
      total: '2.10',
      coins: '2.10000',
    })
    expect(quoteDeposit('10.25', 'USDT', null)?.fee).toBe('0.21')
    expect(quoteDeposit('500', 'USDT', null)?.fee).toBe('2.00')
  })

  test('quotes TRX as total over rate, rounded up to five decimals', () => {
    expect(quoteDeposit('10', 'TRX', 0.25)?.coins).toBe('40.80000')
    expect(quoteDeposit('10', 'TRX', 0.3)?.coins).toBe('34.00000')
    expect(quoteDeposit('10', 'TRX', 0.7)?.coins).toBe('14.57143')
    expect(quoteDeposit('10', 'TRX', null)).toBeNull()
  })
})

describe('a pasted transaction id', () => {
  const id = 'ab'.repeat(32)
  test.each([
    id,
    `0x${id}`,
    id.toUpperCase(),
    ` ${id}\n`,
    `https://tronscan.org/#/transaction/${id}`,
  ])('is found in %j', (text) => {
    expect(readTransactionId(text)).toEqual({ kind: 'id', id })
  })

  test('differs from an address, nothing, and other text', () => {
    expect(readTransactionId('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8').kind).toBe('address')
    expect(readTransactionId('').kind).toBe('empty')
    expect(readTransactionId(`${id}a`).kind).toBe('other')
    expect(readTransactionId('hello').kind).toBe('other')
  })
})

describe('the withdrawal form', () => {
  const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

  test('shows what prevents it in the fixed wording', () => {
    expect(findWithdrawalFault('x', '50.00', address)).toBe('Please enter a valid amount')
    expect(findWithdrawalFault('2.99', '50.00', address)).toBe('Minimum withdrawal is $3')
    expect(findWithdrawalFault('50.01', '50.00', address)).toBe(
      'Insufficient balance. Maximum withdrawal is $50.00',
    )
    expect(findWithdrawalFault('50', '50.00', null)).toBe(
      'Please set a valid TRX wallet address in your profile',
    )
    expect(findWithdrawalFault('50', '50.00', address)).toBeNull()
  })

  test('keeps its button closed below $3 only', () => {
    expect(['', '2.99', '0'].map(isBelowMinimum)).toEqual([true, true, true])
    expect(['3', '3.005', 'abc'].map(isBelowMinimum)).toEqual([false, false, false])
  })

  test('quotes fee, net and about how many TRX', () => {
    expect(quoteWithdrawal('3', { method: 'trx', rate: 0.25, usdtNetworkFee: null })).toEqual({
      method: 'trx',
      amount: '3.00',
      fee: '0.50',
      networkFee: null,
      net: '2.50',
      trx: '10.00000',
    })
    const usdt = { method: 'usdt', rate: 0.25 } as const
    expect(quoteWithdrawal('10', { ...usdt, usdtNetworkFee: '1.90' })).toMatchObject({
      fee: '0.50',
      networkFee: '1.90',
      net: '7.60',
      trx: null,
    })
    expect(quoteWithdrawal('10', { ...usdt, usdtNetworkFee: null })).toBeNull()
    expect(quoteWithdrawal('3', { ...usdt, usdtNetworkFee: '2.50' })).toBeNull()
    expect(noQuoteText('2.50')).toMatch(/^The USDT network fee is \$2\.50, which leaves nothing/)
    expect(noQuoteText(null)).toMatch(/^We can’t get the network fee right now/)
    expect(
      quoteWithdrawal('100', { method: 'trx', rate: null, usdtNetworkFee: null }),
    ).toMatchObject({ fee: '2.00', net: '98.00', trx: null })
  })
})

describe('the balance of a withdrawal', () => {
  test.each(['10.01', '11', '99999999999', ' 10.01 '])('doesn’t suffice for %j', (text) => {
    expect(findShortfall(text, '10.00')).toMatch(/Maximum withdrawal is \$10\.00$/)
    expect(findWithdrawalFault(text, '10.00', null)).toBe(findShortfall(text, '10.00'))
  })

  test.each(['', '3', '10', '10.00', 'abc', '10.001', '-11'])('isn’t blamed for %j', (text) => {
    expect(findShortfall(text, '10.00')).toBeNull()
  })

  test('isn’t blamed for less than the minimum', () => {
    expect(findWithdrawalFault('2.50', '1.00', null)).toBe('Minimum withdrawal is $3')
  })
})

describe('the activation form', () => {
  const plan = { id: '2', name: 'Silver', cost: '3.00', status: 'active' as const, reentries: 0 }

  test('is ready only for an inactive profile that can be paid', () => {
    expect(judgeActivation({ active: false, plan }, '3.00')).toEqual({
      ready: true,
      after: '0.00',
      missing: null,
    })
    expect(judgeActivation({ active: false, plan }, '2.50')).toEqual({
      ready: false,
      after: null,
      missing: '0.50',
    })
    expect(judgeActivation({ active: true, plan }, '9.00').ready).toBe(false)
    expect(judgeActivation(undefined, '9.00').ready).toBe(false)
  })
})
