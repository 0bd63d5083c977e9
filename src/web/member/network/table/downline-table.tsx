import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callFile } from '../../../session/api.ts'
import { messageOf } from '../../../client/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty, ErrorPanel } from '../../../ui/notice.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { toastError } from '../../../ui/toast/toast.ts'
import { listQuery } from '../queries.ts'
import type { ListFilter, Seat } from '../queries.ts'
import { saveFile } from '../../../client/save-file.ts'
import { Rows } from './rows.tsx'
import { TableFilter } from './table-filter.tsx'

type DownlineTableProps = { top: Seat; onOpen: (profileId: string) => void }

const PAGE_SIZE = 25
const NO_FILTER: ListFilter = { side: '', level: '', username: '' }

/** The downline of the top as a list, level by level. */
export default function DownlineTable({ top, onOpen }: DownlineTableProps) {
  const [filter, setFilter] = useState(NO_FILTER)
  const [page, setPage] = useState(1)
  const list = useQuery(listQuery(top.profile_id, filter, page, PAGE_SIZE))
  const change = (next: ListFilter) => {
    setFilter(next)
    setPage(1)
  }
  return (
    <div className="p-3 sm:p-5">
      <TableFilter
        filter={filter}
        onChange={change}
        onSave={() => void saveCsv(top.profile_id, filter)}
      />
      {list.isPending && <SkeletonRows rows={8} label={t`Loading the list`} />}
      {list.error && !list.data && (
        <ErrorPanel
          error={list.error}
          title={t`Failed to load tree data`}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data?.count === 0 && (
        <Empty
          icon="people"
          title={t`No profiles found`}
          text={filter === NO_FILTER ? t`No members here yet.` : t`No members match this filter.`}
        />
      )}
      {list.data && list.data.count > 0 && (
        <>
          <div className="overflow-x-auto">
            <Rows
              rows={list.data.results}
              onOpen={onOpen}
              label={t`Downline of ${top.user.username}`}
            />
          </div>
          <Pages page={page} count={list.data.count} onChange={setPage} />
        </>
      )}
    </div>
  )
}

async function saveCsv(profileId: string, { side, level, username }: ListFilter): Promise<void> {
  const filter = { ...(side && { side }), ...(level && { level }), ...(username && { username }) }
  const query = { profile_id: profileId, format: 'csv' as const, ...filter }
  try {
    saveFile(`network-${profileId}.csv`, await callFile('listDownline', { query }))
  } catch (error) {
    toastError(t`Error`, messageOf(error, t`We couldn’t save the list.`))
  }
}

type PagesProps = { page: number; count: number; onChange: (page: number) => void }

function Pages({ page, count, onChange }: PagesProps) {
  const last = Math.max(1, Math.ceil(count / PAGE_SIZE))
  return (
    <nav aria-label={t`Pages`} className="mt-3 flex items-center justify-between gap-2">
      <Button size="small" icon="back" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        <Trans>Previous</Trans>
      </Button>
      <p className="figures text-sm text-soft">
        <Trans>
          Page {page} of {last}, {count} in total
        </Trans>
      </p>
      <Button size="small" disabled={page >= last} onClick={() => onChange(page + 1)}>
        <Trans>Next</Trans>
      </Button>
    </nav>
  )
}
