import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createPasskey, isAbandoned, passkeyMessage } from '../../client/passkeys.ts'
import { call } from '../../session/api.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorPanel } from '../../ui/notice.tsx'
import { PasskeyList } from '../../ui/passkeys/passkey-list.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toastAnswer } from '../../ui/toast/toast-answer.ts'
import { toastError } from '../../ui/toast/toast.ts'
import { passkeysQuery, securityQuery } from './queries.ts'
import { isStepUpAsked, useStepUp } from './step-up.tsx'

const sayFailure = (error: unknown) => {
  if (isStepUpAsked(error) || isAbandoned(error)) return
  toastError(passkeyMessage(error, t`No passkey was added. Try again.`))
}

/** The member's passkeys: a way to sign in without the password. */
export function Passkeys() {
  const { data, error, isPending, refetch } = useQuery(passkeysQuery)
  return (
    <Card label={t`Passkeys`} className="min-w-0 p-5 sm:p-6">
      <h3 className="text-lg font-semibold">
        <Trans>Passkeys</Trans>
      </h3>
      <p className="mt-2 mb-4 text-soft">
        <Trans>
          Sign in with your fingerprint, face, or device PIN instead of your password. Nobody can
          guess a passkey, or trick you into giving it away.
        </Trans>
      </p>
      {isPending && <SkeletonRows rows={1} label={t`Loading passkeys…`} />}
      {!data && error && (
        <ErrorPanel
          error={error}
          title={t`Failed to load your passkeys`}
          onRetry={() => void refetch()}
        />
      )}
      {data && <OwnPasskeys passkeys={data} />}
    </Card>
  )
}

type Loaded = NonNullable<Awaited<ReturnType<NonNullable<typeof passkeysQuery.queryFn>>>>

function OwnPasskeys({ passkeys }: { passkeys: Loaded }) {
  const client = useQueryClient()
  const runConfirmed = useStepUp()
  const { data: security } = useQuery(securityQuery)
  const readAgain = async () => {
    void client.invalidateQueries({ queryKey: securityQuery.queryKey })
    await client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
  }
  const add = async (name: string) => {
    const made = await createPasskey(await runConfirmed(() => call('startPasskey', {})))
    await call('addPasskey', { body: { ...made, name } })
    await readAgain()
  }
  const rename = async (id: string, name: string) => {
    await call('renamePasskey', { params: { id }, body: { name } })
    await readAgain()
  }
  const remove = async (id: string) => {
    toastAnswer(await runConfirmed(() => call('removePasskey', { params: { id } })))
    await readAgain()
  }
  return (
    <PasskeyList
      passkeys={passkeys}
      onAdd={add}
      onRename={rename}
      onRemove={remove}
      onFail={sayFailure}
      onReload={readAgain}
      removeNote={
        security && security.hold_hours > 0
          ? t`We pause payouts for ${security.hold_hours} hours afterwards and email you.`
          : t`We’ll email you about it.`
      }
    />
  )
}
