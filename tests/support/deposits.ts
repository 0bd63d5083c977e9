import type { Command } from '../../src/domain/ledger/command.ts'
import { depositFee } from '../../src/domain/money/fee.ts'
import { micros, PAR_RATE, units } from '../../src/domain/money/money.ts'

/** Gives a member dollars in USDT: a request, and the transfer that matches it. */
export function depositCommands(member: number, dollars: number, nonce: number): Command[] {
  const amountMicros = micros(BigInt(dollars) * 1_000_000n)
  const feeMicros = depositFee(amountMicros)
  const cryptoUnits = units(amountMicros + feeMicros)
  return [
    {
      kind: 'open_deposit',
      member,
      coin: 'USDT',
      amountMicros,
      feeMicros,
      cryptoUnits,
      lockedE8: PAR_RATE,
      expiresAt: Math.floor(Number.MAX_SAFE_INTEGER / 1000),
    },
    {
      kind: 'receive_transfer',
      member,
      coin: 'USDT',
      network: 'test',
      txid: nonce.toString(16).padStart(64, '0'),
      logIndex: 0,
      from: null,
      to: `T${member}`,
      amountUnits: cryptoUnits,
      blockE8: PAR_RATE,
      blockNumber: nonce,
      blockAt: Date.now() + 60_000,
      attributable: true,
    },
  ]
}
