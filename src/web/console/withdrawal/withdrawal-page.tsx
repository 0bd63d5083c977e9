import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useParams } from 'react-router'
import { ButtonLink } from '../../ui/button.tsx'
import { paths } from '../parts/console-paths.ts'
import { State } from '../parts/list/cells.tsx'
import { ExplainedFlags } from './flags.tsx'
import { MemberHistory } from './member-history.tsx'
import { MarkSent } from './mark-sent.tsx'
import { ObjectPage } from '../parts/object-page.tsx'
import { Section } from '../parts/section.tsx'
import { withdrawalQuery } from './queries.ts'
import { isClosed, WithdrawalFacts } from './withdrawal-facts.tsx'
import { WithdrawalPayouts } from './withdrawal-payouts.tsx'
import { WithdrawalTimeline } from './withdrawal-timeline.tsx'

const REFRESH_MS = 10_000

/** One withdrawal: its history from request to receipt, its payouts, and its member. */
export function WithdrawalPage() {
  const { id = '' } = useParams()
  const stage = useRef<HTMLSpanElement>(null)
  const withdrawal = useQuery({
    ...withdrawalQuery(id),
    // Its payout and other operators change it.
    refetchInterval: ({ state }) => state.data !== undefined && !isClosed(state.data) && REFRESH_MS,
  })
  return (
    <ObjectPage
      query={withdrawal}
      id={id}
      title={t`Withdrawal ${id}`}
      renderState={(data) => (
        <span ref={stage} tabIndex={-1} className="outline-none">
          <State code={data.stage} />
        </span>
      )}
      renderActions={(data) => (
        <>
          {data.stage === 'pending' && (
            <ButtonLink size="small" to={paths.withdrawalQueue(id)}>
              <Trans>Open in the queue</Trans>
            </ButtonLink>
          )}
          <MarkSent withdrawal={data} nextFocus={stage} />
        </>
      )}
      // They warn those who decide about it, and describe the member now.
      renderNotice={(data) => !isClosed(data) && <ExplainedFlags flags={data.flags} />}
      renderAside={(data) => (
        <>
          <Section title={t`Details`}>
            <WithdrawalFacts withdrawal={data} />
          </Section>
          <Section title={t`Member`}>
            <MemberHistory query={withdrawal} />
          </Section>
        </>
      )}
    >
      {(data) => (
        <>
          <Section title={t`Timeline`}>
            <WithdrawalTimeline withdrawal={data} />
          </Section>
          <WithdrawalPayouts payouts={data.payouts} />
        </>
      )}
    </ObjectPage>
  )
}
