import { existsSync, readFileSync } from 'node:fs'
import { parseUsd } from '../../../domain/money/money.ts'
import { WrongUsage } from '../../../terminal/tool.ts'
import { openDepositKeys } from '../../../tron/keys/deposit-keys.ts'
import type { Config } from '../../config/config.ts'
import { BatchRefused } from '../../custody/batch-refused.ts'
import type { SweepTerms } from '../../custody/export-moves.ts'
import type { Offline } from '../../payout/offline/offline-gate.ts'
import { liveRate } from '../../rate/queries.ts'
import { need, needAddress, values } from './command-line.ts'
import { USAGE } from './usage.ts'

/** Which addresses a sweep covers and where to, from the command line and the current rate. */
export async function sweepTerms({ db }: Offline, { depositXpub }: Config): Promise<SweepTerms> {
  const live = await liveRate(db)
  const fromMicros = parseUsd(values.above)
  if (!live) throw new BatchRefused('There is no current TRX rate.')
  if (fromMicros === null) throw new BatchRefused('--above must be an amount in dollars.')
  const xpub = values.xpub === undefined ? depositXpub : needXpub()
  return { to: needAddress('to'), fromMicros, rateE8: live.rateE8, xpub }
}

function needXpub(): string {
  const file = need('xpub')
  if (file.startsWith('xpub') && !existsSync(file)) {
    throw new WrongUsage('--xpub takes a file with the xpub.', USAGE)
  }
  const xpub = readFileSync(file === '-' ? 0 : file, 'utf8').trim()
  try {
    openDepositKeys(xpub)
  } catch (error) {
    throw new BatchRefused(`--xpub: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
  return xpub
}
