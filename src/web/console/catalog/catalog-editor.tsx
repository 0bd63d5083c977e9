import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { draftQuery } from './queries.ts'
import { Editor } from './catalog-draft.tsx'

/** A new version on its way: its figures, what they would have done, and who lets it in force. */
export function CatalogEditor() {
  const [params] = useSearchParams()
  const id = params.get('draft') ?? ''
  const draft = useQuery(draftQuery(id))
  if (draft.isError && !draft.data) {
    return (
      <ErrorPanel
        error={draft.error}
        title="We couldn’t load the draft"
        onRetry={() => void draft.refetch()}
      />
    )
  }
  if (!draft.data) return <SkeletonRows rows={8} label="Loading the draft" />
  return <Editor draft={draft.data} />
}
