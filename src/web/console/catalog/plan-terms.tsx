import { t } from '@lingui/core/macro'
import type { RowOf } from '../parts/list/list-name.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { PlanBadge } from '../../ui/plan/plan-mark.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'

type Plan = RowOf<'listCatalogs'>['plans'][number]

const amount = (key: string, label: string, of: (plan: Plan) => string): Column<Plan> => ({
  key,
  label,
  figures: true,
  show: (row) => usdText(of(row)),
})

const COLUMNS: Column<Plan>[] = [
  { key: 'plan', label: t`Plan`, title: true, show: (row) => <PlanBadge plan={row.name} /> },
  amount('fee', t`Joining fee`, (row) => row.joining_fee),
  amount('level1', t`Level 1`, (row) => row.level1),
  amount('level2', t`Level 2`, (row) => row.level2),
  amount('bonus', t`Sponsor bonus`, (row) => row.sponsor_bonus),
  { key: 'reentries', label: t`Re-entries`, figures: true, show: (row) => row.reentries },
  amount('total', t`Total reward`, (row) => row.total),
]

/** What the five plans cost and pay. */
export const PlanTerms = ({ label, plans }: { label: string; plans: Plan[] }) => (
  <DataTable label={label} columns={COLUMNS} rows={plans} keyOf={(row) => row.id} />
)
