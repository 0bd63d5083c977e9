import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { CallAnswer } from '../../../contract/call.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/badge.tsx'
import { None, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Loaded } from '../../ui/table/loaded.tsx'
import { wordsOf } from '../parts/list/filter.ts'
import { Section } from '../parts/section.tsx'
import { jobsQuery } from './queries.ts'

type Job = CallAnswer<'listJobs'>[number]

const TONES: Record<Job['state'], Tone> = { ok: 'good', late: 'bad', resting: 'plain' }

const COLUMNS: Column<Job>[] = [
  { key: 'name', label: t`Job`, title: true, show: (row) => wordsOf(row.name) },
  {
    key: 'state',
    label: t`State`,
    show: (row) => <Badge tone={TONES[row.state]}>{wordsOf(row.state)}</Badge>,
  },
  { key: 'waiting', label: t`Waiting`, figures: true, show: (row) => row.waiting },
  { key: 'oldest', label: t`Oldest`, show: (row) => <Time at={row.oldest_at} /> },
  { key: 'last', label: t`Last run`, show: (row) => <Time at={row.last_at} /> },
  { key: 'detail', label: t`Detail`, show: (row) => row.detail || <None /> },
]

/** The background jobs, and whether they run on time. */
export function JobList() {
  const jobs = useQuery(jobsQuery)
  return (
    <Section title={t`Jobs`} flush>
      <Loaded query={jobs} loading={t`Loading the jobs`} failed={t`We couldn’t load the jobs`}>
        {(rows) => (
          <DataTable label={t`Jobs`} columns={COLUMNS} rows={rows} keyOf={(row) => row.name} />
        )}
      </Loaded>
    </Section>
  )
}
