import type { ReactNode } from 'react'
import { ErrorPanel } from '../notice.tsx'
import { SkeletonRows } from '../skeleton.tsx'

type LoadedProps<T> = {
  query: { data: T | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
  /** What screen readers hear while it loads, such as “Loading the list”. */
  loading: string
  /** The title over what went wrong. */
  failed: string
  /** About as many lines as will come. */
  lines?: number
  children: (data: T) => ReactNode
}

/** What was read from the server, or what there is to say in its place. Old data stays. */
export function Loaded<T>({ query, loading, failed, lines = 8, children }: LoadedProps<T>) {
  const { data, error, isPending, refetch } = query
  if (data !== undefined) return children(data)
  if (isPending) return <SkeletonRows rows={lines} label={loading} />
  return <ErrorPanel error={error} title={failed} onRetry={() => void refetch()} />
}
