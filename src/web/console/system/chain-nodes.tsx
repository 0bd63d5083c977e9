import { t } from '@lingui/core/macro'
import type { CallAnswer } from '../../../contract/call.ts'
import { Badge } from '../../ui/badge.tsx'
import { groupThousands } from '../../client/format/number-text.ts'
import { None } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Section } from '../parts/section.tsx'

type Report = CallAnswer<'getCustody'>

const NODES: Column<Report['nodes'][number]>[] = [
  { key: 'host', label: t`Node`, title: true, show: (row) => row.host },
  {
    key: 'usable',
    label: t`State`,
    show: (row) => (
      <Badge tone={row.usable ? 'good' : 'bad'}>{row.usable ? t`In use` : t`Paused`}</Badge>
    ),
  },
  {
    key: 'block',
    label: t`Final block`,
    figures: true,
    show: (row) => groupThousands(String(row.solid_block)),
  },
  { key: 'trouble', label: t`Problem`, show: (row) => row.trouble ?? <None /> },
]

/** The TRON nodes that we ask, and which of them are in use. */
export const ChainNodes = ({ nodes }: Pick<Report, 'nodes'>) => (
  <Section title={t`Nodes`} flush>
    <DataTable label={t`Nodes`} columns={NODES} rows={nodes} keyOf={(row) => row.host} />
  </Section>
)
