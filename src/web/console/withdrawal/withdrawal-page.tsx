import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { CallAnswer } from '../../../contract/call.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { paths } from '../parts/console-paths.ts'
import { Nothing } from '../parts/list/listed.tsx'
import { CellLink, None, Short, State, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ExplainedFlags } from './flags.tsx'
import { MemberHistory } from './member-history.tsx'
import { DetailList } from '../../ui/details.tsx'
import { MarkSent } from './mark-sent.tsx'
import { ObjectPage } from '../parts/object-page.tsx'
import { Section } from '../parts/section.tsx'
import { Timeline } from '../parts/timeline.tsx'
import { timesText } from '../parts/times-text.ts'
import { coinText } from '../parts/worth-text.ts'
import { withdrawalQuery } from './queries.ts'

type Withdrawal = CallAnswer<'getWithdrawal'>

const PAYOUTS: Column<Withdrawal['payouts'][number]>[] = [
  { key: 'id', label: 'Payout', title: true, show: (row) => `Payout ${row.id}` },
  { key: 'amount', label: 'Amount', figures: true, show: (row) => coinText(row.amount, row.asset) },
  { key: 'state', label: 'State', show: (row) => <State code={row.state} /> },
  { key: 'hash', label: 'Transaction', show: (row) => <Short text={row.transaction_hash} /> },
  { key: 'made', label: 'Signed', show: (row) => <Time at={row.created_at} /> },
]

/** One withdrawal: its story from the request to the receipt, its payouts, its member. */
export function WithdrawalPage() {
  const { id = '' } = useParams()
  const withdrawal = useQuery(withdrawalQuery(id))
  return (
    <ObjectPage
      query={withdrawal}
      id={id}
      title={`Withdrawal ${id}`}
      renderState={(data) => <State code={data.stage} />}
      renderActions={(data) => (
        <>
          {data.stage === 'pending' && (
            <ButtonLink size="small" to={paths.withdrawalQueue(id)}>
              Open in the queue
            </ButtonLink>
          )}
          {data.stage === 'approved' && <MarkSent id={id} />}
        </>
      )}
      renderAside={(data) => (
        <>
          <Section title="Details">
            <WithdrawalFacts withdrawal={data} />
          </Section>
          <Section title="Member">
            <MemberHistory detail={withdrawal} />
          </Section>
        </>
      )}
    >
      {(data) => (
        <>
          <ExplainedFlags flags={data.flags} />
          <Section title="Timeline">
            <Story withdrawal={data} />
          </Section>
          <Payouts payouts={data.payouts} />
        </>
      )}
    </ObjectPage>
  )
}

const Payouts = ({ payouts }: Pick<Withdrawal, 'payouts'>) => (
  <Section title="Payouts" flush>
    {payouts.length === 0 && <Nothing text="Not signed yet." />}
    <DataTable
      label="Payouts"
      columns={PAYOUTS}
      rows={payouts}
      keyOf={(row) => row.id}
      linkOf={(row) => paths.payout(row.id)}
    />
  </Section>
)

function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  return (
    <DetailList
      details={{
        Member: <CellLink to={paths.member(withdrawal.member_id)}>{withdrawal.username}</CellLink>,
        Amount: usdText(withdrawal.amount),
        Fee: usdText(withdrawal.fee_amount),
        'To be paid': usdText(withdrawal.net_amount),
        'Paid in': withdrawal.payment_method.toUpperCase(),
        To: <span className="break-all">{withdrawal.wallet_address}</span>,
        Approvals: `${withdrawal.approvals.length} of ${withdrawal.approvals_needed}`,
        Revision: withdrawal.revision,
        'Held until': withdrawal.hold_until ? dateTimeText(withdrawal.hold_until) : <None />,
        Transaction: <Short text={withdrawal.transaction_hash} />,
      }}
    />
  )
}

function Story({ withdrawal }: { withdrawal: Withdrawal }) {
  const { approvals, payouts, stage, reason, processed_date: processedAt } = withdrawal
  return (
    <Timeline
      moments={[
        { at: withdrawal.request_date, what: 'Requested', note: 'The amount is held.' },
        ...approvals.map(({ operator, at }) => ({ at, what: `Approved by ${operator}` })),
        ...payouts.map((payout) => ({
          at: payout.created_at,
          what: `Signed, attempt ${payout.attempt}`,
          note: coinText(payout.amount, payout.asset),
        })),
        ...payouts.map((payout) => ({
          at: payout.broadcast_at,
          what: 'Sent to the network',
          note: `Handed to nodes ${timesText(payout.broadcasts)}`,
        })),
        { at: processedAt, what: `Ended: ${stage}`, note: reason },
      ]}
    />
  )
}
