import type { Member } from './queries.ts'
import { paths } from '../parts/console-paths.ts'
import { CellLink, None, Short } from '../parts/list/cells.tsx'
import { DetailList } from '../../ui/details.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { useNow } from '../../client/use-now.ts'

function Hold({ until }: { until: string | null }) {
  const now = useNow(30_000)
  return until !== null && Date.parse(until) > now ? `until ${dateTimeText(until)}` : 'no'
}

export function MemberFacts({ member }: { member: Member }) {
  const sponsor = member.sponsor ?? 'Twofold'
  return (
    <DetailList
      details={{
        'Member number': member.id,
        Wallet: usdText(member.wallet_balance),
        'Held for withdrawals': usdText(member.withdrawing),
        Sponsor: member.sponsor_id ? (
          <CellLink to={paths.member(member.sponsor_id)}>{sponsor}</CellLink>
        ) : (
          sponsor
        ),
        Referrals: member.total_referrals,
        Joined: dateTimeText(member.date_joined),
        Email: member.is_verified ? 'verified' : 'not verified',
        'Second factor': member.totp_enabled ? 'on' : 'off',
        Passkeys: member.passkeys,
        'Auto upgrade': member.auto_upgrade ? 'on' : 'off',
        'Withdrawals held': <Hold until={member.hold_until} />,
        'Wallet address': member.wallet_address ? <Short text={member.wallet_address} /> : <None />,
        'Deposit address': member.deposit_address ? (
          <Short text={member.deposit_address} />
        ) : (
          <None />
        ),
        ...(Boolean(member.suspended_at) && { Suspended: dateTimeText(member.suspended_at ?? '') }),
      }}
    />
  )
}
