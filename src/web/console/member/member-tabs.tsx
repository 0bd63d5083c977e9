import { t } from '@lingui/core/macro'
import type { Member } from './queries.ts'
import { useTab } from '../parts/tab-bar.tsx'
import { MemberActivity, MemberPostings } from './member-records.tsx'
import { MemberNetwork } from './member-network.tsx'
import { MemberNotes } from './member-notes.tsx'
import { MemberProfile } from './member-profile.tsx'
import { MemberSessions } from './member-sessions.tsx'

export const TABS = [
  { value: 'profile', label: t`Profile` },
  { value: 'network', label: t`Network position` },
  { value: 'ledger', label: t`Ledger` },
  { value: 'activity', label: t`Activity` },
  { value: 'sessions', label: t`Sessions` },
  { value: 'notes', label: t`Notes` },
]

export function Panel({ member }: { member: Member }) {
  const tab = useTab(TABS)
  if (tab === 'network') return <MemberNetwork id={member.id} />
  if (tab === 'ledger') return <MemberPostings id={member.id} />
  if (tab === 'activity') return <MemberActivity id={member.id} />
  if (tab === 'sessions') return <MemberSessions id={member.id} />
  if (tab === 'notes') return <MemberNotes id={member.id} />
  return <MemberProfile member={member} />
}
