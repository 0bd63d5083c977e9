import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/table/loaded.tsx'
import { deviceText } from '../../ui/format/device-text.ts'
import { Time } from '../parts/list/cells.tsx'
import { Nothing } from '../parts/list/listed.tsx'
import type { CallAnswer } from '../../../contract/call.ts'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { Section } from '../parts/section.tsx'
import { useChange } from '../session/use-change.ts'
import { memberSessionsQuery } from './queries.ts'

const COLUMNS: Column<CallAnswer<'listMemberSessions'>[number]>[] = [
  { key: 'device', label: t`Device`, title: true, show: (row) => deviceText(row.device) },
  { key: 'in', label: t`Signed in`, show: (row) => <Time at={row.signed_in_at} /> },
  { key: 'seen', label: t`Last seen`, show: (row) => <Time at={row.last_seen_at} /> },
]

/** Where the member is signed in, with a button to end all sessions. */
export function MemberSessions({ id }: { id: string }) {
  const [asking, setAsking] = useState(false)
  const sessions = useQuery(memberSessionsQuery(id))
  const end = useChange('endMemberSessions', {
    done: t`All sessions of the member were ended.`,
    onDone: () => setAsking(false),
  })
  return (
    <Section
      title={t`Sessions`}
      flush
      actions={
        <Button size="small" kind="danger" onClick={() => setAsking(true)}>
          <Trans>End all</Trans>
        </Button>
      }
    >
      <Loaded
        query={sessions}
        loading={t`Loading the sessions`}
        failed={t`We couldn’t load the sessions`}
        lines={2}
      >
        {(data) =>
          data.length === 0 ? (
            <Nothing text={t`The member isn’t signed in anywhere.`} />
          ) : (
            <DataTable label={t`Sessions`} columns={COLUMNS} rows={data} keyOf={(row) => row.id} />
          )
        }
      </Loaded>
      <ReasonDialog
        open={asking}
        onClose={() => setAsking(false)}
        about={`member ${id}`}
        title={t`End all sessions`}
        description={t`The member has to sign in again everywhere.`}
        action={t`End all sessions`}
        danger
        pending={end.isPending}
        onConfirm={(reason) => end.mutate({ params: { id }, body: { reason } })}
      />
    </Section>
  )
}
