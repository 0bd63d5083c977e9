import { t } from '@lingui/core/macro'
import { localize } from '../../client/api-error.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { paths } from '../parts/console-paths.ts'
import { CellLink, None } from '../parts/list/cells.tsx'
import { DetailList } from '../../ui/details.tsx'
import { Accept } from './accept.tsx'
import type { Transfer } from './queries.ts'
import { coinText } from '../../ui/format/coin-text.ts'

/** One payment: what arrived, why it waits, and what the member would be credited. */
export function DepositPanel({ item, onDone }: { item: Transfer; onDone: () => void }) {
  const coins = coinText(item.crypto_amount, item.cryptocurrency)
  return (
    <article aria-label={t`Payment ${item.id}`} className="rounded-lg border border-line bg-sheet">
      <header className="border-b border-line px-4 py-3">
        <p className="text-sm">
          {item.username ? (
            <CellLink to={paths.members(item.username)}>{item.username}</CellLink>
          ) : (
            t`Sent to an address without an owner`
          )}
        </p>
        <p className="figures mt-1 text-2xl font-semibold">{coins}</p>
        <p className="text-sm text-soft">{localize(item.reason, item.reason_text)}</p>
      </header>
      <div className="grid gap-4 p-4">
        <DetailList
          details={{
            [t`Received`]: dateTimeText(item.received_at),
            [t`Rate at its block`]: item.rate ? `$${item.rate}` : <None />,
            [t`Would be credited`]: item.amount ? usdText(item.amount) : <None />,
            [t`Fee taken`]: item.fee_amount ? usdText(item.fee_amount) : <None />,
            [t`Credited automatically`]: item.accepts_itself_at
              ? dateTimeText(item.accepts_itself_at)
              : t`never`,
          }}
        />
        <p className="figures text-xs break-all text-faint">{item.transaction_hash}</p>
        <div>
          <CopyButton text={item.transaction_hash} label={t`Copy transaction ID`} />
        </div>
        <Accept item={item} onDone={onDone} />
      </div>
    </article>
  )
}
