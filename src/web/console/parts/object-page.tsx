import { t } from '@lingui/core/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../client/api-error.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Empty, ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Head } from './head.tsx'
import { RawJson } from './raw-json.tsx'

type ObjectPageProps<T> = {
  query: UseQueryResult<T>
  /** The object's name until more than its number is known. */
  title: string
  id: string
  renderState?: (value: T) => ReactNode
  renderActions?: (value: T) => ReactNode
  /** What to read first. */
  renderNotice?: (value: T) => ReactNode
  /** The details, next to the main part on a wide screen. */
  renderAside: (value: T) => ReactNode
  children: (value: T) => ReactNode
}

/** The page of one object: its details, its history, related records, and the raw data. */
export function ObjectPage<T>(props: ObjectPageProps<T>) {
  const { query, title, id, renderState, renderActions, renderNotice, renderAside, children } =
    props
  const { data, isError, error, refetch } = query
  if (isError && data === undefined) {
    const isMissing = error instanceof ApiError && error.status === 404
    return isMissing ? (
      <Empty icon="search" title={t`${title} not found`}>
        <title>{t`Not found · Twofold console`}</title>
      </Empty>
    ) : (
      <ErrorPanel error={error} title={t`${title} didn’t load`} onRetry={() => void refetch()} />
    )
  }
  return (
    <>
      <Head title={title}>{data !== undefined && renderActions?.(data)}</Head>
      <div className="mt-2 flex flex-wrap items-center gap-2 [&>button:first-child]:-ms-3">
        {data !== undefined && renderState?.(data)}
        <CopyButton kind="quiet" text={id} label={t`Copy ID`} />
        <CopyButton kind="quiet" icon="share" text={window.location.href} label={t`Copy link`} />
      </div>
      {data === undefined ? (
        <div className="mt-4">
          <SkeletonRows rows={6} label={t`Loading ${title}`} />
        </div>
      ) : (
        <div className="mt-4 grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_21rem]">
          {renderNotice && (
            <div className="empty:hidden max-xl:order-first xl:col-span-2">
              {renderNotice(data)}
            </div>
          )}
          <div className="grid min-w-0 gap-4 max-xl:order-last">
            {children(data)}
            <RawJson value={data} />
          </div>
          <div className="grid min-w-0 gap-4">{renderAside(data)}</div>
        </div>
      )}
    </>
  )
}
