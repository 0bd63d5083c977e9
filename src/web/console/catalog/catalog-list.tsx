import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/badge.tsx'
import { ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Time } from '../parts/list/cells.tsx'
import { Section } from '../parts/section.tsx'
import { Head } from '../parts/head.tsx'
import { PlanTerms } from './plan-terms.tsx'
import { catalogsQuery } from './queries.ts'
import { NewDraft } from './new-draft.tsx'
import { DraftList } from './draft-list.tsx'

/** The versions of the plans. They are added to and never edited; a draft comes before each. */
export function CatalogList() {
  const versions = useQuery(catalogsQuery)
  const results = versions.data?.results ?? []
  return (
    <>
      <Head title={t`Catalogs`} intro={t`What each plan costs and pays, by version.`}>
        <NewDraft from={results.find((version) => version.in_force)} />
      </Head>
      <div className="in-order mt-4 grid gap-4">
        <DraftList />
        {versions.isPending && <SkeletonRows rows={6} label={t`Loading the catalogs`} />}
        {versions.isError && (
          <ErrorPanel
            error={versions.error}
            title={t`We couldn’t load the catalogs`}
            onRetry={() => void versions.refetch()}
          />
        )}
        {results.map((version) => (
          <Section
            key={version.version}
            title={t`Version ${version.version}`}
            note={
              <>
                {version.created_by}, <Time at={version.created_at} /> {version.note}
              </>
            }
            actions={
              version.in_force && (
                <Badge tone="good">
                  <Trans>In force</Trans>
                </Badge>
              )
            }
            flush
          >
            <PlanTerms label={t`Version ${version.version}`} plans={version.plans} />
          </Section>
        ))}
      </div>
    </>
  )
}
