import { describe, expect, test } from 'vitest'
import { parseTransactionId } from '../../src/tron/transaction/transaction-id.ts'

const txid = '0130dfde9281a48378109039ef512229d5359fbee2a8adbb17ad73aebc67ea99'

describe('transaction ids as members paste them', () => {
  test.each([
    txid,
    `0x${txid}`,
    `0X${txid.toUpperCase()}`,
    `  ${txid}\n`,
    `\u200b${txid}`,
    `https://tronscan.org/#/transaction/${txid}`,
    `https://www.tronscan.org/#/transaction/${txid}?lang=en`,
    `https://nile.tronscan.org/#/transaction/0x${txid}`,
  ])('%j is read', (text) => expect(parseTransactionId(text)).toEqual({ ok: true, txid }))

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    [txid.slice(1), 'wrong_length'],
    [`${txid}00`, 'wrong_length'],
    [`${txid.slice(1)}g`, 'not_hex'],
    [`https://example.org/#/transaction/${txid}`, 'unknown_site'],
    [`https://tronscan.org.example.org/#/transaction/${txid}`, 'unknown_site'],
    ['https://tronscan.org/#/address/TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'unknown_site'],
  ])('%j is refused because of %s', (text, fault) => {
    expect(parseTransactionId(text)).toEqual({ ok: false, fault })
  })
})
