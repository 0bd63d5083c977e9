import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createPasskey, isAbandoned, passkeyMessage } from '../../client/passkeys.ts'
import { PasskeyList } from '../../ui/passkeys/passkey-list.tsx'
import { Loaded } from '../../ui/table/loaded.tsx'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { call } from '../session/call.ts'
import { useOperator } from '../session/operator-session.ts'
import { renewOperator } from '../session/start-session.ts'
import { ownPasskeysQuery } from './queries.ts'

const sayFailure = (error: unknown) => {
  if (isAbandoned(error)) return
  toastError(t`Couldn’t save changes`, passkeyMessage(error, t`No passkey was added. Try again.`))
}

/** The operator's passkeys: each is a second factor, and a way to sign in without the password. */
export function OwnPasskeys() {
  const client = useQueryClient()
  const passkeys = useQuery(ownPasskeysQuery)
  const { passkeys: count } = useOperator()
  const readAgain = async (change: 1 | 0 | -1) => {
    await client.invalidateQueries({ queryKey: ownPasskeysQuery.queryKey })
    await renewOperator({ passkeys: count + change })
  }
  const add = async (name: string) => {
    const made = await createPasskey(await call('operatorStartPasskey', {}))
    await call('operatorAddPasskey', { body: { ...made, name } })
    await readAgain(1)
  }
  const rename = async (id: string, name: string) => {
    await call('operatorRenamePasskey', { params: { id }, body: { name } })
    await readAgain(0)
  }
  const remove = async (id: string) => {
    await call('operatorRemovePasskey', { params: { id } })
    toast(t`The passkey was removed.`, { kind: 'success' })
    await readAgain(-1)
  }
  return (
    <Loaded
      query={passkeys}
      loading={t`Loading your passkeys`}
      failed={t`We couldn’t load your passkeys`}
      lines={1}
    >
      {(data) => (
        <PasskeyList
          passkeys={data}
          onAdd={add}
          onRename={rename}
          onRemove={remove}
          onFail={sayFailure}
          onReload={() => readAgain(0)}
          removeNote={t`We email the alert mailbox about it.`}
        />
      )}
    </Loaded>
  )
}
