import { formatUnits, units } from '../../../domain/money/money.ts'
import { BatchRefused } from '../../custody/batch-refused.ts'
import { bookOpening } from '../../custody/book-opening.ts'
import { addWallet, listWallets } from '../../custody/own-wallets.ts'
import { retireWallet } from '../../custody/retire-wallet.ts'
import type { Offline } from '../../payout/offline/offline-gate.ts'
import { need, needAddress, values } from './command-line.ts'
import { jsonLines } from './status.ts'

export async function wallets(deps: Offline): Promise<string> {
  const { db } = deps
  if (values.add === undefined && values.retire === undefined)
    return jsonLines(await listWallets(db))
  const act = { operator: need('operator'), why: need('why') }
  if (values.add !== undefined) {
    const role = need('role')
    if (role !== 'payout' && role !== 'cold')
      throw new BatchRefused('--role must be payout or cold.')
    await addWallet(db, { address: needAddress('add'), role }, act)
    return 'Added. We credit its transfers to nobody.'
  }
  const { mistaken } = values
  const released = await retireWallet(deps, needAddress('retire'), { ...act, mistaken })
  return `Retired. The next round books ${released} transfers from it.`
}

export async function opening(deps: Offline): Promise<string> {
  const act = { operator: need('operator'), why: need('why') }
  const booked = await bookOpening(deps, needAddress('from'), act)
  const text = booked.map(({ coin, amount }) => `${formatUnits(units(amount))} ${coin}`).join(', ')
  return `Booked as the company's own funds: ${text}.`
}
