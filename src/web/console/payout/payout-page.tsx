import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { CallAnswer } from '../../../contract/call.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { paths } from '../parts/console-paths.ts'
import { CellLink, None, payoutState, State, Transaction } from '../parts/list/cells.tsx'
import { wordsOf } from '../parts/list/filter.ts'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { DetailList } from '../../ui/details.tsx'
import { ObjectPage } from '../parts/object-page.tsx'
import { Section } from '../parts/section.tsx'
import { Timeline } from '../parts/timeline.tsx'
import { broadcastsText } from '../parts/times-text.ts'
import { Address } from '../../ui/format/address.tsx'
import { coinText } from '../../ui/format/coin-text.ts'
import { payoutQuery } from './queries.ts'

type Payout = CallAnswer<'getPayout'>

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
                  note: data.last_answer,
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

function PayoutFacts({ payout }: { payout: Payout }) {
  return (
    <DetailList
      details={{
        [t`Withdrawal`]: (
          <CellLink to={paths.withdrawal(payout.withdrawal)}>
            <Trans>No. {payout.withdrawal}</Trans>
          </CellLink>
        ),
        [t`Member`]: <CellLink to={paths.members(payout.username)}>{payout.username}</CellLink>,
        [t`Amount`]: coinText(payout.amount, payout.asset),
        [t({ message: 'From', context: 'address' })]: <Address value={payout.from_address} />,
        [t({ message: 'To', context: 'address' })]: <Address value={payout.to_address} />,
        [t`Transaction`]: <Transaction id={payout.transaction_hash} />,
        [t`Expires`]: payout.expires_at ? dateTimeText(payout.expires_at) : <None />,
        [t`Network fee`]: payout.network_fee_trx ? (
          coinText(payout.network_fee_trx, 'TRX')
        ) : (
          <None />
        ),
      }}
    />
  )
}
