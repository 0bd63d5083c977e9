import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Empty, ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Head } from '../parts/head.tsx'
import { CheckFile } from './check-file.tsx'
import { ImportCard } from './import-card.tsx'
import { importsQuery } from './queries.ts'

/** Imports an existing membership: check a file, propose it, and have it approved. */
export function ImportPage() {
  const imports = useQuery(importsQuery)
  const results = imports.data?.results
  return (
    <>
      <Head
        title={t`Members import`}
        intro={t`Bring members along, with their sponsors and seats. Nobody is charged or paid.`}
      />
      <div className="mt-4 grid gap-4">
        <CheckFile />
        {imports.isPending && <SkeletonRows rows={3} label={t`Loading the imports`} />}
        {imports.isError && (
          <ErrorPanel
            error={imports.error}
            title={t`We couldn’t load the imports`}
            onRetry={() => void imports.refetch()}
          />
        )}
        {results?.length === 0 && (
          <Empty
            icon="people"
            title={t`No imports yet.`}
            text={t`Imports appear here once someone proposes a file.`}
          />
        )}
        {results?.map((each) => (
          <ImportCard key={each.id} own={each} />
        ))}
      </div>
    </>
  )
}
