import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { paths } from '../parts/console-paths.ts'
import { State, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import type { RowOf } from '../parts/list/list-name.ts'
import { Section } from '../parts/section.tsx'
import { SubList } from '../parts/list/sub-list.tsx'
import { useMay } from '../session/permission.ts'
import { Head } from '../parts/head.tsx'
import { useChange } from '../session/use-change.ts'
import { PlanTerms } from './plan-terms.tsx'
import { toTexts, toWire } from './terms.ts'
import { catalogsQuery } from './queries.ts'

const DRAFTS: Column<RowOf<'listCatalogDrafts'>>[] = [
  { key: 'id', label: 'Draft', title: true, show: (row) => `Draft ${row.id}` },
  { key: 'note', label: 'Note', show: (row) => row.note },
  { key: 'state', label: 'State', show: (row) => <State code={row.state} /> },
  { key: 'by', label: 'By', show: (row) => row.created_by },
  { key: 'changed', label: 'Changed', show: (row) => <Time at={row.changed_at} /> },
  { key: 'starts', label: 'In force from', show: (row) => <Time at={row.starts_at} /> },
]

/** The versions of the plans. They are added to and never edited; a draft comes before each. */
export function CatalogList() {
  const versions = useQuery(catalogsQuery)
  const results = versions.data?.results ?? []
  return (
    <>
      <Head title="Catalogs" intro="What each plan costs and pays, by version.">
        <NewDraft from={results.find((version) => version.in_force)} />
      </Head>
      <div className="mt-4 grid gap-4">
        <SubList
          name="listCatalogDrafts"
          input={{}}
          title="Drafts"
          columns={DRAFTS}
          keyOf={(row) => row.id}
          linkOf={(row) => paths.catalogEditor(row.id)}
          empty="No drafts yet."
        />
        {versions.isPending && <SkeletonRows rows={6} label="Loading the catalogs" />}
        {versions.isError && (
          <ErrorPanel
            error={versions.error}
            title="We couldn’t load the catalogs"
            onRetry={() => void versions.refetch()}
          />
        )}
        {results.map((version) => (
          <Section
            key={version.version}
            title={`Version ${version.version}`}
            note={
              <>
                {version.created_by}, <Time at={version.created_at} /> {version.note}
              </>
            }
            actions={version.in_force && <Badge tone="good">In force</Badge>}
            flush
          >
            <PlanTerms label={`Version ${version.version}`} plans={version.plans} />
          </Section>
        ))}
      </div>
    </>
  )
}

function NewDraft({ from }: { from: RowOf<'listCatalogs'> | undefined }) {
  const may = useMay('addCatalogDraft')
  const navigate = useNavigate()
  const add = useChange('addCatalogDraft', {
    done: 'Draft created from the version in force.',
    onDone: ({ id }) => void navigate(paths.catalogEditor(id)),
  })
  if (!may || !from) return null
  return (
    <Button
      size="small"
      kind="primary"
      icon="plus"
      pending={add.isPending}
      onClick={() =>
        add.mutate({
          body: { note: `From version ${from.version}`, plans: toWire(toTexts(from.plans)) },
        })
      }
    >
      New draft
    </Button>
  )
}
