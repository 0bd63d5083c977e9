import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Section } from '../parts/section.tsx'
import { Head } from '../parts/head.tsx'
import { AccessDialog, type Wanted } from './access-dialog.tsx'
import { operatorsQuery } from './queries.ts'
import { AccessChanges } from './access-changes.tsx'
import { operatorColumns } from './operator-columns.tsx'

/** The operators and their rights. Each change waits for a second admin. */
export function OperatorsPage() {
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const operators = useQuery(operatorsQuery)
  return (
    <>
      <Head
        title={t`Operators`}
        intro={t`Access changes take effect once a second admin approves them.`}
      >
        <Button
          size="small"
          icon="plus"
          kind="primary"
          onClick={() => setWanted({ kind: 'add', username: '' })}
        >
          <Trans>Add operator</Trans>
        </Button>
      </Head>
      <div className="in-order mt-4 grid gap-4">
        <Section title={t`Staff`} flush>
          {operators.isPending && <SkeletonRows rows={3} label={t`Loading the operators`} />}
          {operators.isError && (
            <ErrorPanel
              error={operators.error}
              title={t`We couldn’t load the operators`}
              onRetry={() => void operators.refetch()}
            />
          )}
          {operators.data && (
            <DataTable
              label={t`Operators`}
              columns={operatorColumns(setWanted)}
              rows={operators.data.results}
              keyOf={(row) => row.username}
            />
          )}
        </Section>
        <AccessChanges />
      </div>
      <AccessDialog wanted={wanted} onClose={() => setWanted(null)} />
    </>
  )
}
