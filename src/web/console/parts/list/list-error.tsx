import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorPanel } from '../../../ui/notice.tsx'

type ListErrorProps = { list: UseQueryResult; title: string }

/** In the place of a list that failed to load; one that is already shown stays. */
export function ListError({ list, title }: ListErrorProps) {
  if (!list.isError || list.data !== undefined) return null
  return (
    <ErrorPanel
      error={list.error}
      title={`We couldn’t load ${title.toLowerCase()}`}
      onRetry={() => void list.refetch()}
    />
  )
}
