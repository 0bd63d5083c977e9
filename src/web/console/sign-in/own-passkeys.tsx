import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createPasskey, isAbandoned, passkeyMessage } from '../../client/passkeys.ts'
import { ErrorPanel } from '../../ui/notice.tsx'
import { PasskeyList } from '../../ui/passkeys/passkey-list.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { call } from '../session/call.ts'
import { renewOperator } from '../session/start-session.ts'
import { ownPasskeysQuery } from './queries.ts'

const sayFailure = (error: unknown) => {
  if (!isAbandoned(error)) toastError(t`Couldn’t save changes`, passkeyMessage(error))
}

/** The operator's passkeys: each is a second factor, and a way to sign in without the password. */
export function OwnPasskeys() {
  const client = useQueryClient()
  const passkeys = useQuery(ownPasskeysQuery)
  const readAgain = async () => {
    await client.invalidateQueries({ queryKey: ownPasskeysQuery.queryKey })
    await renewOperator()
  }
  const add = async (name: string) => {
    const made = await createPasskey(await call('operatorStartPasskey', {}))
    await call('operatorAddPasskey', { body: { ...made, name } })
    await readAgain()
  }
  const rename = async (id: string, name: string) => {
    await call('operatorRenamePasskey', { params: { id }, body: { name } })
    await readAgain()
  }
  const remove = async (id: string) => {
    const { detail } = await call('operatorRemovePasskey', { params: { id } })
    toast(detail, { kind: 'success' })
    await readAgain()
  }
  if (passkeys.isError) {
    return (
      <ErrorPanel
        error={passkeys.error}
        title={t`We couldn’t load your passkeys`}
        onRetry={() => void passkeys.refetch()}
      />
    )
  }
  if (!passkeys.data) return <SkeletonRows rows={1} label={t`Loading your passkeys`} />
  return (
    <PasskeyList
      passkeys={passkeys.data}
      onAdd={add}
      onRename={rename}
      onRemove={remove}
      onFail={sayFailure}
      removeNote={t`We email the alert mailbox about it.`}
    />
  )
}
