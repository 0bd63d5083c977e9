import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Empty } from '../../ui/notice.tsx'
import { Loaded } from '../../ui/table/loaded.tsx'
import { Head } from '../parts/head.tsx'
import { CheckFile } from './check-file.tsx'
import { ImportCard } from './import-card.tsx'
import { importsQuery } from './queries.ts'

/** Imports an existing membership: check a file, propose it, and have it approved. */
export function ImportPage() {
  const imports = useQuery(importsQuery)
  return (
    <>
      <Head
        title={t`Member import`}
        intro={t`Add members with their sponsors and seats. Nobody is charged or paid.`}
      />
      <div className="mt-4 grid gap-4">
        <CheckFile />
        <Loaded
          query={imports}
          loading={t`Loading the imports`}
          failed={t`We couldn’t load the imports`}
          lines={3}
        >
          {({ results }) =>
            results.length > 0 ? (
              results.map((each) => <ImportCard key={each.id} own={each} />)
            ) : (
              <Empty
                icon="people"
                title={t`No imports yet.`}
                text={t`Imports appear here once someone proposes a file.`}
              />
            )
          }
        </Loaded>
      </div>
    </>
  )
}
