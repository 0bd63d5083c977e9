import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CallAnswer } from '../../../contract/call.ts'
import { None, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Section } from '../parts/section.tsx'

type Report = CallAnswer<'getCustody'>

const SOURCES: Column<Report['rate_sources'][number]>[] = [
  { key: 'name', label: t`Source`, title: true, show: (row) => row.name },
  {
    key: 'rate',
    label: t`TRX`,
    figures: true,
    show: (row) => (row.rate ? `$${row.rate}` : <None />),
  },
  { key: 'asked', label: t`Asked`, show: (row) => <Time at={row.asked_at} /> },
  { key: 'trouble', label: t`Problem`, show: (row) => row.trouble || <None /> },
]

/** The rate of TRX, and the sources that we ask for it. */
export const RateSources = ({ report }: { report: Report }) => (
  <Section title={t`Rate`} note={rateText(report.rate)} flush>
    {report.rate_sources.length === 0 && (
      <p className="px-4 py-5 text-sm text-faint">
        <Trans>The rate is fixed, so we don’t query any source.</Trans>
      </p>
    )}
    <DataTable
      label={t`Rate sources`}
      columns={SOURCES}
      rows={report.rate_sources}
      keyOf={(row) => row.name}
    />
  </Section>
)

const rateText = (rate: Report['rate']) =>
  rate === null ? (
    t`no current rate`
  ) : (
    <>
      <Trans>
        1 TRX = ${rate.rate}, <Time at={rate.as_of} />
      </Trans>
    </>
  )
