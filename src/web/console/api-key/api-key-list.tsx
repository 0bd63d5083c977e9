import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty, ErrorPanel } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Head } from '../parts/head.tsx'
import { SecretShown } from '../parts/secret-shown.tsx'
import { Section } from '../parts/section.tsx'
import { apiKeyColumns } from './api-key-columns.tsx'
import { AddKeyForm } from './add-key-form.tsx'
import { apiKeysQuery, type ApiKey } from './queries.ts'
import { RevokeForm } from './revoke-form.tsx'

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
        title="API keys"
        intro="Programs send a key instead of signing in. Money and access stay with people."
      >
        <Button size="small" icon="plus" kind="primary" onClick={() => setAdding(true)}>
          Add key
        </Button>
      </Head>
      <div className="mt-4">
        <Section title="Keys" flush>
          {keys.isPending && <SkeletonRows rows={3} label="Loading the API keys" />}
          {keys.isError && (
            <ErrorPanel
              error={keys.error}
              title="We couldn’t load the API keys"
              onRetry={() => void keys.refetch()}
            />
          )}
          {keys.data?.length === 0 && (
            <Empty
              icon="lock"
              title="No API keys yet."
              text="Add one for each program, so that you can revoke it alone."
            />
          )}
          {keys.data && keys.data.length > 0 && (
            <DataTable
              label="Keys"
              columns={apiKeyColumns(setRevoked)}
              rows={keys.data}
              keyOf={(row) => row.id}
            />
          )}
        </Section>
      </div>
      <Dialog open={adding} onClose={close} title={secret ? 'The new key' : 'Add an API key'}>
        {secret ? (
          <SecretShown
            secret={secret}
            label="Copy the key"
            note="The program sends it as a bearer token. We show it only now."
          />
        ) : (
          <AddKeyForm onAdded={setSecret} />
        )}
      </Dialog>
      <Dialog
        open={revoked !== null}
        onClose={() => setRevoked(null)}
        title={`Revoke ${revoked?.name ?? ''}`}
      >
        {revoked && <RevokeForm apiKey={revoked} onDone={() => setRevoked(null)} />}
      </Dialog>
    </>
  )
}
