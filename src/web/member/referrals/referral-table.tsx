import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../../client/paths.ts'
import { joinClasses } from '../../ui/format/join-classes.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { dateText } from '../../ui/format/time-text.ts'
import { PlanBadge } from '../../ui/plan/plan-mark.tsx'
import type { Column } from '../../ui/table/column.ts'
import { SortHead, useSorting } from '../../ui/table/sort-head.tsx'
import { ROLES, Table } from '../../ui/table/table.tsx'
import type { Referral } from './queries.ts'
import { countActive, planOf } from './referral-order.ts'

/** Wraps before the table would scroll. */
const NARROW = 'figures md:whitespace-nowrap'

const columns = (): Column<Referral>[] => [
  {
    key: 'member',
    label: t`Member`,
    heads: true,
    sort: 'member',
    rising: true,
    show: ({ referred_user: user }) => (
      <span>
        <span className="font-semibold whitespace-normal wrap-anywhere">{user.username}</span>
        {!user.is_active && (
          <span className="ms-2 font-normal text-warn">
            <Trans>Suspended</Trans>
          </span>
        )}
      </span>
    ),
  },
  { key: 'email', label: t`Email`, show: ({ referred_user: user }) => <Contact user={user} /> },
  {
    key: 'joined',
    label: t`Joined`,
    sort: 'joined',
    className: NARROW,
    show: ({ referred_user: user }) => dateText(user.date_joined),
  },
  { key: 'plan', label: t`Plan`, sort: 'plan', show: (referral) => planOf(referral) ?? '–' },
  {
    key: 'profiles',
    label: t`Profiles`,
    sort: 'profiles',
    className: NARROW,
    show: (referral) =>
      t`${countActive(referral)} of ${referral.referred_user.profiles.length} active`,
  },
  {
    key: 'earned',
    label: t`Earned`,
    figures: true,
    sort: 'earned',
    show: ({ earned }) => usdText(earned),
  },
]

function Contact({ user }: { user: Referral['referred_user'] }) {
  return (
    <span className="text-soft max-sm:text-end">
      <span className="break-all">{user.email}</span>
      {user.phone_number && (
        <>
          {', '}
          <span className="whitespace-nowrap">{user.phone_number}</span>
        </>
      )}
    </span>
  )
}

/** The referred members, each with their profiles as rows below. */
export function ReferralTable({ referrals }: { referrals: Referral[] }) {
  const sorting = useSorting()
  return (
    <Table
      stacks
      look="dense"
      label={t`Referred members`}
      columns={columns()}
      rows={referrals}
      keyOf={({ id }) => id}
      renderHead={(column) => <SortHead column={column} sorting={sorting} />}
      sortOf={sorting.sortOf}
      renderBelow={(referral) => <Profiles referral={referral} />}
    />
  )
}

const CELL = 'px-3 pb-2 align-middle last:pe-4 max-sm:p-0!'
// On a phone, a profile is one line of its member's card.
const ROW = 'max-sm:flex! max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:px-4'

const Profiles = ({ referral: { referred_user: user } }: { referral: Referral }) =>
  user.profiles.map((profile, index) => (
    <tr
      key={profile.id}
      {...ROLES.row}
      className={joinClasses(ROW, index + 1 === user.profiles.length && 'border-b border-line/70')}
    >
      <th
        scope="row"
        {...ROLES.head}
        colSpan={3}
        className={`${CELL} text-start font-normal sm:ps-8!`}
      >
        <span className="figures text-soft">
          <span aria-hidden="true">↳ </span>
          <span className="sr-only">
            <Trans>Profile of {user.username}:</Trans>{' '}
          </span>
          {profile.profile_id}
        </span>
      </th>
      <td {...ROLES.cell} className={CELL}>
        <PlanBadge plan={profile.plan.name} />
      </td>
      <td {...ROLES.cell} className={CELL}>
        <span className={profile.active ? 'text-good' : 'text-faint'}>
          {profile.active ? t`Active` : t`Inactive`}
        </span>
      </td>
      <td {...ROLES.cell} className={`${CELL} text-end`}>
        {profile.active && (
          <Link
            to={paths.familyTree({ profile: profile.profile_id })}
            className={
              'inline-flex min-h-6 items-center text-soft underline md:whitespace-nowrap ' +
              'underline-offset-4 hover:text-ink pointer-coarse:min-h-11'
            }
          >
            <Trans>Show in tree</Trans>
            <span className="sr-only"> {profile.profile_id}</span>
          </Link>
        )}
      </td>
    </tr>
  ))
