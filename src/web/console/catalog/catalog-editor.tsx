import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'
import { Loaded } from '../../ui/table/loaded.tsx'
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
  return (
    <Loaded query={draft} loading={t`Loading the draft`} failed={t`We couldn’t load the draft`}>
      {(data) => <Editor draft={data} />}
    </Loaded>
  )
}
