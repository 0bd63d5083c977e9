import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'
import { ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { paths } from '../parts/console-paths.ts'
import { draftQuery } from './queries.ts'
import { Editor } from './catalog-draft.tsx'

/** A draft of the catalog: its figures, its what-if, and its publication. */
export function CatalogEditor() {
  const [params] = useSearchParams()
  const id = params.get('draft')
  return id ? <DraftEditor id={id} /> : <Navigate to={paths.catalogs()} replace />
}

function DraftEditor({ id }: { id: string }) {
  const draft = useQuery(draftQuery(id))
  if (draft.isError && !draft.data) {
    return (
      <ErrorPanel
        error={draft.error}
        title={t`We couldn’t load the draft`}
        onRetry={() => void draft.refetch()}
      />
    )
  }
  if (!draft.data) return <SkeletonRows rows={8} label={t`Loading the draft`} />
  return <Editor draft={draft.data} />
}
