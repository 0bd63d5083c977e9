import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/badge.tsx'
import { Loaded } from '../../ui/table/loaded.tsx'
import { Time } from '../parts/list/cells.tsx'
import type { RowOf } from '../parts/list/list-name.ts'
import { Section } from '../parts/section.tsx'
import { Head } from '../parts/head.tsx'
import { PlanTerms } from './plan-terms.tsx'
import { catalogsQuery } from './queries.ts'
import { NewDraft } from './new-draft.tsx'
import { DraftList } from './draft-list.tsx'

/** The versions of the plans. Versions are added, never edited, and each begins as a draft. */
export function CatalogList() {
  const versions = useQuery(catalogsQuery)
  return (
    <>
      <Head title={t`Catalogs`} intro={t`What each plan costs and pays, by version.`}>
        <NewDraft from={versions.data?.results.find((version) => version.in_force)} />
      </Head>
      <div className="in-order mt-4 grid gap-4">
        <DraftList />
        <Loaded
          query={versions}
          loading={t`Loading the catalogs`}
          failed={t`We couldn’t load the catalogs`}
          lines={6}
        >
          {({ results }) => results.map((each) => <Version key={each.version} version={each} />)}
        </Loaded>
      </div>
    </>
  )
}

const Version = ({ version }: { version: RowOf<'listCatalogs'> }) => (
  <Section
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
)
