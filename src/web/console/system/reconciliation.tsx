import { t } from '@lingui/core/macro'
import type { CallAnswer } from '../../../contract/call.ts'
import { groupThousands } from '../../client/format/number-text.ts'
import { None, Time } from '../parts/list/cells.tsx'
import { DetailList } from '../../ui/details.tsx'
import { Section } from '../parts/section.tsx'

type State = CallAnswer<'getCustody'>['reconciliation']

const count = (value: number): string => groupThousands(String(value))

/** The progress of comparing every address with the ledger. */
export function Reconciliation({ state }: { state: State }) {
  const { addresses, compared, pass_started_at: started, last_pass_finished_at: finished } = state
  return (
    <Section title={t`Reconciliation`}>
      <DetailList
        details={{
          [t`Addresses read in this pass`]: t`${count(compared)} of ${count(addresses)}`,
          [t`Pass started`]: started ? <Time at={started} /> : <None />,
          [t`Last pass finished`]: finished ? <Time at={finished} /> : <None />,
          [t`Waiting after a change`]: count(state.queued),
          [t`Doesn’t match the ledger`]: count(state.differing),
          [t`No answer from any node`]: count(state.unanswered),
        }}
      />
    </Section>
  )
}
