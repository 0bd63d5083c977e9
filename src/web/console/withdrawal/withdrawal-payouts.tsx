import { t } from '@lingui/core/macro'
import type { CallAnswer } from '../../../contract/call.ts'
import { paths } from '../parts/console-paths.ts'
import { Nothing } from '../parts/list/listed.tsx'
import { payoutState, Short, State, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Section } from '../parts/section.tsx'
import { COINS } from '../parts/list/shared-columns.tsx'

type Withdrawal = CallAnswer<'getWithdrawal'>

const PAYOUTS: Column<Withdrawal['payouts'][number]>[] = [
  { key: 'id', label: t`Payout`, title: true, show: (row) => t`Payout ${row.id}` },
  COINS,
  { key: 'state', label: t`State`, show: (row) => <State code={payoutState(row.state)} /> },
  { key: 'hash', label: t`Transaction`, show: (row) => <Short text={row.transaction_hash} /> },
  { key: 'made', label: t`Signed`, show: (row) => <Time at={row.created_at} /> },
]

/** The payouts that we signed for a withdrawal. */
export const WithdrawalPayouts = ({ payouts }: Pick<Withdrawal, 'payouts'>) => (
  <Section title={t`Payouts`} flush>
    {payouts.length === 0 && <Nothing text={t`Not signed yet.`} />}
    <DataTable
      label={t`Payouts`}
      columns={PAYOUTS}
      rows={payouts}
      keyOf={(row) => row.id}
      linkOf={(row) => paths.payout(row.id)}
    />
  </Section>
)
