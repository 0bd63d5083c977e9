import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call } from '../api.ts'
import { spokenText } from '../api-error.ts'
import { paths } from '../paths.ts'
import { toastFailure } from '../toast-failure.ts'
import { ButtonLink, Spinner } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { EntryPage } from './entry-page.tsx'

export const meta = () => [{ title: t`Verify e-mail · Twofold` }]

export default function VerifyEmail() {
  const { token } = useParams()
  return token ? <Verifying token={token} /> : <WithoutToken />
}

function Verifying({ token }: { token: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    const stop = new AbortController()
    call('verifyEmail', { params: { token } }, { signal: stop.signal })
      .then(({ detail }) => {
        toast(spokenText(detail), { kind: 'success', durationMs: 5000 })
        return navigate(paths.login(), { replace: true })
      })
      .catch((error: unknown) => {
        if (stop.signal.aborted) return
        toastFailure(error, t`Email verification failed`)
        void navigate(paths.register(), { replace: true })
      })
    return () => stop.abort()
  }, [token, navigate])
  return (
    <EntryPage title={t`Verifying your e-mail`}>
      <output className="flex items-center gap-3 text-soft">
        <Spinner />
        <Trans>One moment, please.</Trans>
      </output>
    </EntryPage>
  )
}

function WithoutToken() {
  return (
    <EntryPage
      title={t`Verify your e-mail`}
      intro={
        <Trans>
          The link in our e-mail brings you here and does the rest. This address came without it:
          follow the link in the e-mail, or have it sent again.
        </Trans>
      }
    >
      <div className="grid gap-3">
        <ButtonLink kind="primary" wide to={paths.welcome()}>
          <Trans>Send the e-mail again</Trans>
        </ButtonLink>
        <ButtonLink wide to={paths.login()}>
          <Trans>Sign In</Trans>
        </ButtonLink>
      </div>
    </EntryPage>
  )
}
