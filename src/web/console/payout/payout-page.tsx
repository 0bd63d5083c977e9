import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { CopyButton } from '../../ui/copy-button.tsx'
import { payoutState, State } from '../parts/list/cells.tsx'
import { wordsOf } from '../parts/list/filter.ts'
import { ObjectPage } from '../parts/object-page.tsx'
import { Section } from '../parts/section.tsx'
import { Timeline } from '../parts/timeline.tsx'
import { broadcastsText } from '../parts/times-text.ts'
import { PayoutFacts } from './payout-facts.tsx'
import { payoutQuery } from './queries.ts'

/** A node's last answer. A refusal has its own words. */
function answerText(answer: string | null): string | null {
  switch (answer) {
    case 'accepted':
      return t`The node accepted the transaction.`
    case 'duplicate':
      return t`The node already had the transaction.`
    case 'unknown':
      return t`No node gave a clear answer.`
    default:
      return answer
  }
}

/** One signed payment with the bytes that were stored before they were sent. */
export function PayoutPage() {
  const { id = '' } = useParams()
  const payout = useQuery(payoutQuery(id))
  return (
    <ObjectPage
      query={payout}
      id={id}
      title={t`Payout ${id}`}
      renderState={(data) => <State code={payoutState(data.state)} />}
      renderAside={(data) => (
        <Section title={t`Details`}>
          <PayoutFacts payout={data} />
        </Section>
      )}
    >
      {(data) => (
        <>
          <Section title={t`Timeline`}>
            <Timeline
              moments={[
                { at: data.created_at, what: t`Signed, attempt ${data.attempt}` },
                { at: data.broadcast_at, what: t`Sent`, note: broadcastsText(data.broadcasts) },
                {
                  at: data.settled_at,
                  what: wordsOf(payoutState(data.state)),
                  note: answerText(data.last_answer),
                },
              ]}
            />
          </Section>
          <Section title={t`Signed transaction`}>
            {data.signed_transaction === null ? (
              <p className="text-sm text-faint">
                <Trans>This payment was made outside Twofold, so we don’t have its bytes.</Trans>
              </p>
            ) : (
              <>
                <CopyButton text={data.signed_transaction} label={t`Copy bytes`} />
                <p className="mt-3 font-mono text-xs break-all">{data.signed_transaction}</p>
              </>
            )}
          </Section>
        </>
      )}
    </ObjectPage>
  )
}
