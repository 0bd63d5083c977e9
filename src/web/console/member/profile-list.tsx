import { PLAN_NAMES } from '../../../domain/money/catalog.ts'
import { ActiveBadge } from '../../ui/badge.tsx'
import { PlanBadge } from '../../ui/plan/plan-mark.tsx'
import { paths } from '../parts/console-paths.ts'
import { Id, None, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { wordsOf, type Filter } from '../parts/list/filter.ts'
import { ListPage } from '../parts/list/list-page.tsx'
import type { RowOf } from '../parts/list/list-name.ts'

const COLUMNS: Column<RowOf<'operatorListProfiles'>>[] = [
  { key: 'id', label: 'Profile', title: true, show: (row) => <Id text={row.profile_id} /> },
  { key: 'username', label: 'Member', show: (row) => row.username },
  { key: 'plan', label: 'Plan', show: (row) => <PlanBadge plan={row.plan} /> },
  { key: 'active', label: 'State', show: (row) => <ActiveBadge active={row.active} /> },
  { key: 'origin', label: 'From', show: (row) => wordsOf(row.origin) },
  {
    key: 'parent',
    label: 'Under',
    show: (row) => (row.parent ? <Id text={row.parent} /> : <None />),
  },
  { key: 'side', label: 'Side', show: (row) => row.side ?? <None /> },
  { key: 'depth', label: 'Depth', figures: true, show: (row) => row.depth ?? <None /> },
  { key: 'version', label: 'Catalog', figures: true, show: (row) => row.catalogue_version },
  { key: 'activated', label: 'Activated', show: (row) => <Time at={row.activated_at} /> },
]

const FILTERS: Filter[] = [
  { key: 'search', label: 'Search', kind: 'text', placeholder: 'Profile id or member' },
  {
    key: 'plan',
    label: 'Plan',
    kind: 'choice',
    choices: PLAN_NAMES.map((name) => ({ value: name, label: name })),
  },
  {
    key: 'active',
    label: 'State',
    kind: 'choice',
    choices: [
      { value: 'true', label: 'Active' },
      { value: 'false', label: 'Inactive' },
    ],
  },
]

export const ProfileList = () => (
  <ListPage
    name="operatorListProfiles"
    title="Profiles and seats"
    columns={COLUMNS}
    filters={FILTERS}
    keyOf={(row) => row.id}
    linkOf={(row) => paths.member(row.member_id, 'network')}
    empty="No profiles match."
  />
)
