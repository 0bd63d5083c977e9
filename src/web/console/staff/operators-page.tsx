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

/** Who works here and with which rights. Each change waits for a second admin. */
export function OperatorsPage() {
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const operators = useQuery(operatorsQuery)
  return (
    <>
      <Head title="Operators" intro="Access changes take effect once a second admin approves them.">
        <Button
          size="small"
          icon="plus"
          kind="primary"
          onClick={() => setWanted({ kind: 'add', username: '' })}
        >
          Add operator
        </Button>
      </Head>
      <div className="in-order mt-4 grid gap-4">
        <Section title="Staff" flush>
          {operators.isPending && <SkeletonRows rows={3} label="Loading the operators" />}
          {operators.isError && (
            <ErrorPanel
              error={operators.error}
              title="We couldn’t load the operators"
              onRetry={() => void operators.refetch()}
            />
          )}
          {operators.data && (
            <DataTable
              label="Operators"
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
