import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { State } from '../parts/list/cells.tsx'
import { ObjectPage } from '../parts/object-page.tsx'
import { Section } from '../parts/section.tsx'
import { TabBar } from '../parts/tab-bar.tsx'
import { MemberActions } from './member-actions.tsx'
import { memberQuery, type Member } from './queries.ts'
import { TABS, Panel } from './member-tabs.tsx'
import { MemberFacts } from './member-details.tsx'

const stateOf = ({ is_active: isActive, closed_at: closedAt }: Member): string =>
  !isActive ? 'suspended' : closedAt ? 'closed' : 'active'

/** Everything about one member, and what staff may do with the account. */
export function MemberPage() {
  const { id = '' } = useParams()
  const member = useQuery(memberQuery(id))
  return (
    <ObjectPage
      query={member}
      id={id}
      title={member.data ? member.data.username : t`Member ${id}`}
      renderState={(data) => <State code={stateOf(data)} />}
      renderActions={(data) => <MemberActions member={data} />}
      renderAside={(data) => (
        <Section title={t`Details`}>
          <MemberFacts member={data} />
        </Section>
      )}
    >
      {(data) => (
        <>
          <TabBar tabs={TABS} label={t`Sections of the member’s record`} />
          <Panel member={data} />
        </>
      )}
    </ObjectPage>
  )
}
