import type { Member } from './queries.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { paths } from '../parts/console-paths.ts'
import { CellLink, None, Short, State } from '../parts/list/cells.tsx'
import { DetailList } from '../../ui/details.tsx'
import { ObjectPage } from '../parts/object-page.tsx'
import { Section } from '../parts/section.tsx'
import { TabBar, useTab } from '../parts/tab-bar.tsx'
import { usdText } from '../../ui/format/money-text.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { useNow } from '../../client/use-now.ts'
import { MemberActions } from './member-actions.tsx'
import { MemberActivity, MemberPostings } from './member-records.tsx'
import { MemberNetwork } from './member-network.tsx'
import { MemberNotes } from './member-notes.tsx'
import { MemberProfile } from './member-profile.tsx'
import { MemberSessions } from './member-sessions.tsx'
import { memberQuery } from './queries.ts'
const TABS = [
  { value: 'profile', label: 'Profile' },
  { value: 'network', label: 'Network position' },
  { value: 'ledger', label: 'Ledger' },
  { value: 'activity', label: 'Activity' },
  { value: 'sessions', label: 'Sessions' },
  { value: 'notes', label: 'Notes' },
]

/** Everything about one member, and what staff may do with the account. */
export function MemberPage() {
  const { id = '' } = useParams()
  const member = useQuery(memberQuery(id))
  return (
    <ObjectPage
      query={member}
      id={id}
      title={member.data ? member.data.username : `Member ${id}`}
      renderState={(data) => <State code={data.is_active ? 'active' : 'suspended'} />}
      renderActions={(data) => <MemberActions member={data} />}
      renderAside={(data) => (
        <Section title="Details">
          <MemberFacts member={data} />
        </Section>
      )}
    >
      {(data) => (
        <>
          <TabBar tabs={TABS} label="Parts of the member" />
          <Panel member={data} />
        </>
      )}
    </ObjectPage>
  )
}

function Panel({ member }: { member: Member }) {
  const tab = useTab(TABS)
  if (tab === 'network') return <MemberNetwork id={member.id} />
  if (tab === 'ledger') return <MemberPostings id={member.id} />
  if (tab === 'activity') return <MemberActivity id={member.id} />
  if (tab === 'sessions') return <MemberSessions id={member.id} />
  if (tab === 'notes') return <MemberNotes id={member.id} />
  return <MemberProfile member={member} />
}

function Hold({ until }: { until: string | null }) {
  const now = useNow(30_000)
  return until !== null && Date.parse(until) > now ? `until ${dateTimeText(until)}` : 'no'
}

function MemberFacts({ member }: { member: Member }) {
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
