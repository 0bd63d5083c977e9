import { groupThousands } from '../../ui/money-text.ts'
import type { RowOf } from '../list/list-name.ts'

type Posting = RowOf<'findJournals'>['postings'][number]

/** An amount with its sign and asset, in figures of one width. */
export const signed = (amount: string, asset: string): string =>
  `${amount.startsWith('-') ? '−' : '+'}${groupThousands(amount.replace('-', ''))} ${asset}`

/** The accounts that a journal touches, each with its amount. */
export function Postings({ postings }: { postings: Posting[] }) {
  return (
    <ul className="grid gap-0.5">
      {postings.map(({ account, asset, amount }, place) => (
        <li key={place} className="flex justify-between gap-4">
          <span className="min-w-0 break-words">{account}</span>
          <span className="figures whitespace-nowrap">{signed(amount, asset)}</span>
        </li>
      ))}
    </ul>
  )
}
