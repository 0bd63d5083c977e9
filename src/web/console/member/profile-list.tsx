import { t } from '@lingui/core/macro'
import { PLAN_NAMES } from '../../../domain/money/catalog.ts'
import { ActiveBadge } from '../../ui/badge.tsx'
import { PlanBadge } from '../../ui/plan/plan-mark.tsx'
import { paths } from '../parts/console-paths.ts'
import { Id, None, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { wordsOf, type Filter } from '../parts/list/filter.ts'
import { ListPage } from '../parts/list/list-page.tsx'
import type { RowOf } from '../parts/list/list-name.ts'
import { MEMBER } from '../parts/list/shared-columns.tsx'

const COLUMNS: Column<RowOf<'operatorListProfiles'>>[] = [
  { key: 'id', label: t`Profile`, title: true, show: (row) => <Id text={row.profile_id} /> },
  MEMBER,
  { key: 'plan', label: t`Plan`, show: (row) => <PlanBadge plan={row.plan} /> },
  { key: 'active', label: t`State`, show: (row) => <ActiveBadge active={row.active} /> },
  {
    key: 'origin',
    label: t({ message: 'From', context: 'origin' }),
    show: (row) => (row.imported ? t`Member import` : wordsOf(row.origin)),
  },
  {
    key: 'parent',
    label: t`Under`,
    has: (row) => row.parent !== null,
    show: (row) => (row.parent ? <Id text={row.parent} /> : <None />),
  },
  {
    key: 'side',
    label: t`Side`,
    has: (row) => row.side !== null,
    show: (row) => (row.side ? wordsOf(row.side) : <None />),
  },
  {
    key: 'depth',
    label: t`Depth`,
    figures: true,
    has: (row) => row.depth !== null,
    show: (row) => row.depth ?? <None />,
  },
  { key: 'version', label: t`Catalog`, figures: true, show: (row) => row.catalogue_version },
  {
    key: 'activated',
    label: t`Activated`,
    has: (row) => row.activated_at !== null,
    show: (row) => <Time at={row.activated_at} />,
  },
]

const FILTERS: Filter[] = [
  { key: 'search', label: t`Search`, kind: 'text', placeholder: t`Profile ID or member` },
  {
    key: 'plan',
    label: t`Plan`,
    kind: 'choice',
    choices: PLAN_NAMES.map((name) => ({ value: name, label: name })),
  },
  {
    key: 'active',
    label: t`State`,
    kind: 'choice',
    choices: [
      { value: 'true', label: t`Active` },
      { value: 'false', label: t`Inactive` },
    ],
  },
]

export const ProfileList = () => (
  <ListPage
    name="operatorListProfiles"
    title={t`Profiles and seats`}
    columns={COLUMNS}
    filters={FILTERS}
    keyOf={(row) => row.id}
    linkOf={(row) => paths.member(row.member_id, 'network')}
    empty={t`No profiles match.`}
  />
)
