import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_LISTED } from '../../../../contract/fields/complete.ts'
import { callFile } from '../../../session/api.ts'
import { numberFormat } from '../../../client/format/number-text.ts'
import { messageOf } from '../../../client/api-error.ts'
import { Loaded } from '../../../ui/table/loaded.tsx'
import { Empty } from '../../../ui/notice.tsx'
import { Pages } from '../../../ui/table/pages.tsx'
import { toastError } from '../../../ui/toast/toast.ts'
import { isWhole, listed, listQuery } from '../queries.ts'
import type { ListFilter, Seat } from '../queries.ts'
import { takeLostFocus } from '../../../ui/focus/focus-if-lost.ts'
import { saveFile } from '../../../client/save-file.ts'
import { Rows } from './rows.tsx'
import { TableFilter } from './table-filter.tsx'

type DownlineTableProps = {
  top: Seat
  onOpen: (profileId: string) => void
  /** The member opened it from the previous top: the keyboard continues here. */
  takesFocus: boolean
}

const PAGE_SIZE = 25
const NO_FILTER: ListFilter = { side: '', level: '', username: '', sort: null }

const isFiltered = ({ side, level, username }: ListFilter): boolean =>
  Boolean(side || level || username)

/** The downline of the top as a list, level by level or in an order of one's choice. */
export default function DownlineTable({ top, onOpen, takesFocus }: DownlineTableProps) {
  const [filter, setFilter] = useState(NO_FILTER)
  const [page, setPage] = useState(1)
  const list = useQuery(listQuery(top.profile_id, filter, page, PAGE_SIZE))
  const save = useSaveCsv()
  const change = (next: ListFilter) => {
    setFilter(next)
    setPage(1)
  }
  return (
    <div
      ref={takesFocus ? takeLostFocus : undefined}
      tabIndex={-1}
      className="p-3 outline-none sm:p-5"
    >
      <TableFilter
        filter={filter}
        onChange={change}
        onSave={() => save.mutate({ profileId: top.profile_id, filter })}
        saving={save.isPending}
      />
      <Loaded query={list} loading={t`Loading the list`} failed={t`Failed to load tree data`}>
        {({ results, count, isWhole: hasAll }) =>
          count === 0 ? (
            <Empty
              icon="people"
              title={t`No profiles found`}
              text={isFiltered(filter) ? t`No members match this filter.` : t`No members here yet.`}
            />
          ) : (
            <>
              <Rows
                rows={results}
                onOpen={onOpen}
                label={t`Downline of ${top.user.username}`}
                sorted={filter.sort}
                onSort={(sort) => change({ ...filter, sort })}
              />
              <PageSteps page={page} count={count} isWhole={hasAll} onChange={setPage} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

type Saved = { profileId: string; filter: ListFilter }

const useSaveCsv = () =>
  useMutation({
    mutationFn: async ({ profileId, filter }: Saved) => {
      const query = { profile_id: profileId, format: 'csv' as const, ...listed(filter) }
      let hasAll = true
      const onHeaders = (headers: Headers) => {
        hasAll = isWhole(headers)
      }
      const file = await callFile('listDownline', { query }, { onHeaders })
      return { file, hasAll }
    },
    onSuccess: ({ file, hasAll }, { profileId }) => {
      saveFile(`network-${profileId}.csv`, file)
      if (!hasAll) tellIncomplete()
    },
    onError: (error) => toastError(t`Error`, messageOf(error, t`We couldn’t save the list.`)),
  })

const tellIncomplete = () =>
  toastError(
    t`The file doesn’t have the whole list`,
    t`The list is too long for one file. Save one leg or level at a time, without sorting.`,
  )

type PagesProps = {
  page: number
  count: number
  /** Whether the list has every seat that matches. */
  isWhole: boolean
  onChange: (page: number) => void
}

function PageSteps({ page, count, isWhole: hasAll, onChange }: PagesProps) {
  const listedCount = Math.min(count, MAX_LISTED)
  const last = Math.max(1, Math.ceil(listedCount / PAGE_SIZE))
  const most = numberFormat({}).format(listedCount)
  return (
    <>
      {!hasAll && (
        <p className="mt-3 text-sm text-soft">
          <Trans>
            This list ends after {most} profiles, and there are more. To see others, choose one leg
            or level, without sorting.
          </Trans>
        </p>
      )}
      <Pages
        previous={page > 1 ? () => onChange(page - 1) : null}
        next={page < last ? () => onChange(page + 1) : null}
      >
        {hasAll ? (
          <Trans>
            Page {page} of {last}, {count} in total
          </Trans>
        ) : (
          <Trans>
            Page {page} of {last}
          </Trans>
        )}
      </Pages>
    </>
  )
}
