import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/notice.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Loaded } from '../../ui/table/loaded.tsx'
import { ChangeDialog } from '../parts/change-dialog.tsx'
import { Head } from '../parts/head.tsx'
import { SecretShown } from '../parts/secret-shown.tsx'
import { Section } from '../parts/section.tsx'
import { apiKeyColumns } from './api-key-columns.tsx'
import { AddKeyForm } from './add-key-form.tsx'
import { apiKeysQuery, type ApiKey } from './queries.ts'
import { RevokeForm } from './revoke-form.tsx'

const NoneYet = () => (
  <Empty
    icon="lock"
    title={t`No API keys yet.`}
    text={t`Add one for each program, so that you can revoke it alone.`}
  />
)

const Keys = ({ rows, onRevoke }: { rows: ApiKey[]; onRevoke: (key: ApiKey) => void }) => (
  <DataTable
    label={t`Keys`}
    columns={apiKeyColumns(onRevoke)}
    rows={rows}
    keyOf={(row) => row.id}
  />
)

/** The keys of programs. */
export function ApiKeyList() {
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const [revoked, setRevoked] = useState<ApiKey | null>(null)
  const keys = useQuery(apiKeysQuery)
  const close = () => {
    setAdding(false)
    setSecret(null)
  }
  return (
    <>
      <Head
        title={t`API keys`}
        intro={t`Programs sign in with a key. A key can’t move money or change access.`}
      >
        <Button size="small" icon="plus" kind="primary" onClick={() => setAdding(true)}>
          <Trans>Add key</Trans>
        </Button>
      </Head>
      <div className="mt-4">
        <Section title={t`Keys`} flush>
          <Loaded
            query={keys}
            loading={t`Loading the API keys`}
            failed={t`We couldn’t load the API keys`}
            lines={3}
          >
            {(rows) => (rows.length > 0 ? <Keys rows={rows} onRevoke={setRevoked} /> : <NoneYet />)}
          </Loaded>
        </Section>
      </div>
      <ChangeDialog
        open={adding}
        onClose={close}
        title={secret ? t`The new key` : t`Add an API key`}
      >
        {secret ? (
          <SecretShown
            secret={secret}
            label={t`Copy the key`}
            note={t`The program sends it as a bearer token. We show it only now.`}
          />
        ) : (
          <AddKeyForm onAdded={setSecret} />
        )}
      </ChangeDialog>
      <ChangeDialog
        open={revoked !== null}
        onClose={() => setRevoked(null)}
        title={t`Revoke ${revoked?.name ?? ''}`}
      >
        {revoked && <RevokeForm apiKey={revoked} onDone={() => setRevoked(null)} />}
      </ChangeDialog>
    </>
  )
}
