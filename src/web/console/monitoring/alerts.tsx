import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Loaded } from '../../ui/table/loaded.tsx'
import { ChangeDialog } from '../parts/change-dialog.tsx'
import { Section } from '../parts/section.tsx'
import { useMay } from '../session/permission.ts'
import { Head } from '../parts/head.tsx'
import { alertsQuery } from './queries.ts'
import { alertColumns, alertText, type Alert } from './alert-columns.tsx'
import { AlertForm } from './alert-form.tsx'

/** The monitored figures, their limits, and which limits are crossed now. */
export function Alerts() {
  const mayChange = useMay('changeAlert')
  const [edited, setEdited] = useState<Alert | null>(null)
  const alerts = useQuery(alertsQuery)
  return (
    <>
      <Head
        title={t`Alerts`}
        intro={t`We email when a limit is crossed and when it’s back within the limit.`}
      />
      <div className="mt-4">
        <Section title={t`Limits`} flush>
          <Loaded
            query={alerts}
            loading={t`Loading the alerts`}
            failed={t`We couldn’t load the alerts`}
            lines={5}
          >
            {(rows) => (
              <DataTable
                label={t`Alerts`}
                columns={alertColumns(mayChange ? setEdited : null)}
                rows={rows}
                keyOf={(row) => row.name}
              />
            )}
          </Loaded>
        </Section>
      </div>
      <ChangeDialog
        open={edited !== null}
        onClose={() => setEdited(null)}
        title={edited ? alertText(edited) : t`Alert`}
      >
        {edited && <AlertForm alert={edited} onClose={() => setEdited(null)} />}
      </ChangeDialog>
    </>
  )
}
