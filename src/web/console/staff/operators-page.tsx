import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Loaded } from '../../ui/table/loaded.tsx'
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
          <Loaded
            query={operators}
            loading={t`Loading the operators`}
            failed={t`We couldn’t load the operators`}
            lines={3}
          >
            {({ results }) => (
              <DataTable
                label={t`Operators`}
                columns={operatorColumns(setWanted)}
                rows={results}
                keyOf={(row) => row.username}
              />
            )}
          </Loaded>
        </Section>
        <AccessChanges />
      </div>
      <AccessDialog wanted={wanted} onClose={() => setWanted(null)} />
    </>
  )
}
