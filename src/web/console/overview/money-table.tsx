import { t } from '@lingui/core/macro'
import { groupThousands } from '../../client/format/number-text.ts'
import { WORTH } from '../parts/list/shared-columns.tsx'
import { PlanBadge } from '../../ui/plan/plan-mark.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Section } from '../parts/section.tsx'
import type { OverviewAnswer } from './queries.ts'

type Custody = OverviewAnswer['money']['custody'][number]
type Plan = OverviewAnswer['profiles'][number]

const CUSTODY: Column<Custody>[] = [
  { key: 'asset', label: t`Asset`, title: true, show: (row) => row.asset },
  { key: 'amount', label: t`Held`, figures: true, show: (row) => groupThousands(row.amount) },
  WORTH,
]

export const MoneyTable = ({ money }: { money: OverviewAnswer['money'] }) => (
  <Section title={t`Custody`} flush>
    <DataTable
      small
      label={t`Custody`}
      columns={CUSTODY}
      rows={money.custody}
      keyOf={(row) => row.asset}
    />
  </Section>
)

const PLANS: Column<Plan>[] = [
  { key: 'plan', label: t`Plan`, title: true, show: (row) => <PlanBadge plan={row.plan} /> },
  {
    key: 'active',
    label: t({ message: 'Active', context: 'profiles' }),
    figures: true,
    show: (row) => groupThousands(String(row.active)),
  },
  {
    key: 'inactive',
    label: t({ message: 'Inactive', context: 'profiles' }),
    figures: true,
    show: (row) => groupThousands(String(row.inactive)),
  },
]

const IMPORTED: Column<Plan> = {
  key: 'imported',
  label: t`Of those, imported`,
  figures: true,
  show: (row) => groupThousands(String(row.imported)),
}

/** Active profiles, and how many of them were imported without a payment here. */
const columnsOf = (profiles: Plan[]): Column<Plan>[] =>
  profiles.some(({ imported }) => imported > 0)
    ? PLANS.flatMap((column) => (column.key === 'active' ? [column, IMPORTED] : [column]))
    : PLANS

export const PlanTable = ({ profiles }: { profiles: Plan[] }) => (
  <Section title={t`Profiles`} flush>
    <DataTable
      small
      label={t`Profiles by plan`}
      columns={columnsOf(profiles)}
      rows={profiles}
      keyOf={(row) => row.plan}
    />
  </Section>
)
