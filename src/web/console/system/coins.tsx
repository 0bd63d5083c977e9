import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CallAnswer } from '../../../contract/call.ts'
import { groupThousands } from '../../client/format/number-text.ts'
import { None, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { WORTH } from '../parts/list/shared-columns.tsx'
import { Section } from '../parts/section.tsx'

type Report = CallAnswer<'getCustody'>

const COINS: Column<Report['coins'][number]>[] = [
  { key: 'asset', label: t`Asset`, title: true, show: (row) => row.asset },
  {
    key: 'chain',
    label: t`On chain`,
    figures: true,
    show: (row) => (row.on_chain === null ? <None /> : groupThousands(row.on_chain)),
  },
  {
    key: 'ledger',
    label: t`In ledger`,
    figures: true,
    show: (row) => groupThousands(row.in_ledger),
  },
  {
    key: 'unattributed',
    label: t`Unmatched`,
    figures: true,
    show: (row) => groupThousands(row.unattributed),
  },
  WORTH,
]

/** The balance of each coin, on chain and in the ledger. */
export const Coins = ({ report }: { report: Report }) => (
  <Section
    title={t`Coins`}
    note={
      report.checked_since ? (
        <>
          <Trans>
            Every address checked since <Time at={report.checked_since} />
          </Trans>
        </>
      ) : (
        t`No address has been checked yet`
      )
    }
    flush
  >
    <DataTable label={t`Coins`} columns={COINS} rows={report.coins} keyOf={(row) => row.asset} />
  </Section>
)
