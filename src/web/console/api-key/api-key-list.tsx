import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
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
        title={t`API keys`}
        intro={t`Programs send a key instead of signing in. Money and access stay with people.`}
      >
        <Button size="small" icon="plus" kind="primary" onClick={() => setAdding(true)}>
          <Trans>Add key</Trans>
        </Button>
      </Head>
      <div className="mt-4">
        <Section title={t`Keys`} flush>
          {keys.isPending && <SkeletonRows rows={3} label={t`Loading the API keys`} />}
          {keys.isError && (
            <ErrorPanel
              error={keys.error}
              title={t`We couldn’t load the API keys`}
              onRetry={() => void keys.refetch()}
            />
          )}
          {keys.data?.length === 0 && (
            <Empty
              icon="lock"
              title={t`No API keys yet.`}
              text={t`Add one for each program, so that you can revoke it alone.`}
            />
          )}
          {keys.data && keys.data.length > 0 && (
            <DataTable
              label={t`Keys`}
              columns={apiKeyColumns(setRevoked)}
              rows={keys.data}
              keyOf={(row) => row.id}
            />
          )}
        </Section>
      </div>
      <Dialog open={adding} onClose={close} title={secret ? t`The new key` : t`Add an API key`}>
        {secret ? (
          <SecretShown
            secret={secret}
            label={t`Copy the key`}
            note={t`The program sends it as a bearer token. We show it only now.`}
          />
        ) : (
          <AddKeyForm onAdded={setSecret} />
        )}
      </Dialog>
      <Dialog
        open={revoked !== null}
        onClose={() => setRevoked(null)}
        title={t`Revoke ${revoked?.name ?? ''}`}
      >
        {revoked && <RevokeForm apiKey={revoked} onDone={() => setRevoked(null)} />}
      </Dialog>
    </>
  )
}
