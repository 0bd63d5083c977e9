import type { ReactNode } from 'react'
import { ErrorPanel } from '../notice.tsx'
import { SkeletonRows } from '../skeleton.tsx'

type LoadedProps<T> = {
  query: { data: T | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
  /** The announcement for screen readers while loading, such as “Loading the list”. */
  loading: string
  /** The title above an error. */
  failed: string
  /** The expected number of lines, roughly. */
  lines?: number
  children: (data: T) => ReactNode
}

/** Data from the server, or a message in its place. Old data stays visible. */
export function Loaded<T>({ query, loading, failed, lines = 8, children }: LoadedProps<T>) {
  const { data, error, isPending, refetch } = query
  if (data !== undefined) return children(data)
  if (isPending) return <SkeletonRows rows={lines} label={loading} />
  return <ErrorPanel error={error} title={failed} onRetry={() => void refetch()} />
}
