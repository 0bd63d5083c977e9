import { t } from '@lingui/core/macro'
import type { Member } from './queries.ts'
import { paths } from '../parts/console-paths.ts'
import { CellLink } from '../parts/list/cells.tsx'
import { DetailList } from '../../ui/details.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { useNow } from '../../client/use-now.ts'

function Hold({ until }: { until: string | null }) {
  const now = useNow(30_000)
  return until !== null && Date.parse(until) > now ? t`Until ${dateTimeText(until)}` : t`No`
}

export function MemberFacts({ member }: { member: Member }) {
  const sponsor = member.sponsor ?? 'Twofold'
  return (
    <DetailList
      className="md:max-xl:columns-2 md:max-xl:gap-x-10 md:max-xl:*:break-inside-avoid"
      details={{
        [t`Member number`]: member.id,
        [t`Wallet`]: usdText(member.wallet_balance),
        [t`Held for withdrawals`]: usdText(member.withdrawing),
        [t`Sponsor`]: member.sponsor_id ? (
          <CellLink to={paths.member(member.sponsor_id)}>{sponsor}</CellLink>
        ) : (
          sponsor
        ),
        [t`Referrals`]: member.total_referrals,
        [t`Joined`]: dateTimeText(member.date_joined),
        [t`Email`]: member.is_verified ? t`Verified` : t`Not verified`,
        [t`Second factor`]: member.totp_enabled ? t`On` : t`Off`,
        [t`Passkeys`]: member.passkeys,
        [t`Auto upgrade`]: member.auto_upgrade
          ? t({ message: 'On', context: 'auto upgrade' })
          : t({ message: 'Off', context: 'auto upgrade' }),
        [t`Withdrawals held`]: <Hold until={member.hold_until} />,
        ...(Boolean(member.suspended_at) && {
          [t`Suspended`]: dateTimeText(member.suspended_at ?? ''),
        }),
        ...(Boolean(member.closed_at) && {
          [t`Closed by the member`]: dateTimeText(member.closed_at ?? ''),
        }),
      }}
    />
  )
}
