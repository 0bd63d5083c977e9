import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Address } from '../../ui/format/address.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { paths } from '../parts/console-paths.ts'
import { CellLink } from '../parts/list/cells.tsx'
import { DetailList } from '../../ui/details.tsx'
import { ExplainedFlags } from './flags.tsx'
import { MemberHistory } from './member-history.tsx'
import { approvalsText } from './withdrawal-rows.tsx'
import { withdrawalQuery } from './queries.ts'
import { type PanelProps, Decide } from './withdrawal-decision.tsx'

/** One withdrawal with everything needed for the decision, and the decision itself. */
export function WithdrawalPanel({ item, onDone, onToggle }: PanelProps) {
  const query = useQuery(withdrawalQuery(item.id))
  return (
    <article
      aria-label={t`Withdrawal ${item.id} of ${item.username}`}
      className={
        'rounded-lg border border-line bg-sheet xl:max-h-[calc(100dvh-12.5rem)] ' +
        'xl:overflow-y-auto'
      }
    >
      <header className="border-b border-line px-4 py-3">
        <p className="flex items-baseline justify-between gap-3 text-sm">
          <CellLink to={paths.member(item.member_id)}>{item.username}</CellLink>
          <CellLink to={paths.withdrawal(item.id)}>
            <Trans>No. {item.id}</Trans>
          </CellLink>
        </p>
        <p className="figures mt-1 text-2xl font-semibold">{usdText(item.amount)}</p>
        <p className="figures text-xs text-faint">
          <Trans>
            Fee {usdText(item.fee_amount)}, to be paid {usdText(item.net_amount)}
          </Trans>
        </p>
      </header>
      <div className="grid gap-4 p-4">
        <ExplainedFlags flags={item.flags} />
        <p className="text-[0.8125rem] break-all">
          <Address value={item.wallet_address} />
        </p>
        <DetailList
          details={{
            [t`Requested`]: dateTimeText(item.request_date),
            [t`Paid in`]: item.payment_method.toUpperCase(),
            ...(Boolean(item.hold_until) && {
              [t`On hold until`]: dateTimeText(item.hold_until ?? ''),
            }),
            // A withdrawal whose payout failed on-chain needs approval again.
            ...(item.stage === 'failed' && { [t`Payout failed`]: item.reason ?? '' }),
            [t`Approvals`]: approvalsText(item),
            ...Object.fromEntries(
              item.approvals.map(({ operator, at }): [string, string] => [
                t`Approved by ${operator}`,
                dateTimeText(at),
              ]),
            ),
          }}
        />
        <MemberHistory query={query} />
      </div>
      {/* Stays in reach, however long the rest is. */}
      <div className="sticky bottom-0 border-t border-line bg-sheet p-4 print:hidden">
        <Decide item={item} onDone={onDone} onToggle={onToggle} />
      </div>
    </article>
  )
}
