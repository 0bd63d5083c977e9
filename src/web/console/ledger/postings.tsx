import { amountText } from '../../ui/format/coin-text.ts'
import type { RowOf } from '../parts/list/list-name.ts'
import { accountName } from './account-name.ts'

type Posting = RowOf<'listJournals'>['postings'][number]

/** An amount with its sign: dollars as everywhere (`+$4.00`), coins by their name. */
export function signed(amount: string, asset: string): string {
  const size = amount.replace('-', '')
  const sign = amount.startsWith('-') ? '−' : '+'
  return sign + amountText(size, asset)
}

/** The accounts that a journal touches, each with its amount. */
export function Postings({ postings }: { postings: Posting[] }) {
  return (
    <ul className="grid gap-0.5">
      {postings.map(({ account, asset, amount }, index) => (
        <li key={index} className="flex justify-between gap-4">
          <span className="min-w-0 text-start md:whitespace-nowrap">{accountName(account)}</span>
          <span className="figures whitespace-nowrap">{signed(amount, asset)}</span>
        </li>
      ))}
    </ul>
  )
}
