'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError, messageOf } from '../../client/api-error.ts'
import { paths } from '../../client/paths.ts'
import { readRegisteredName } from '../../session/registered-name.ts'
import { signIn } from '../../session/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { CurrentPassword, UsernameField } from '../../ui/form/known-fields.tsx'
import { requiredText } from '../../ui/form/required-text.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { Caution } from '../../ui/form/caution.tsx'
import { toastError } from '../../ui/toast/toast.ts'
import { NOTE_LINK } from '../entry/dead-link-note.tsx'

type Fields = { username: string; password: string }

/** The name and the password. */
export function LoginForm({ onForgot }: { onForgot: () => void }) {
  const [unverified, setUnverified] = useState(false)
  const { field, onSubmit, isSubmitting, resetField, setError } = useFields<Fields>({
    username: readRegisteredName(),
  })
  const enter = async (fields: Fields) => {
    setUnverified(false)
    // Once signed in, this page's guard redirects to the dashboard.
    await signIn(fields)
  }
  const fail = (error: unknown) => {
    const isUnverified = error instanceof ApiError && error.code === 'email_not_verified'
    setUnverified(isUnverified)
    const message = messageOf(error, t`Login failed. Please check your credentials.`)
    toastError(message)
    // The password is right, or may be, if no answer came.
    if (isUnverified || (error instanceof ApiError && !error.problem)) return
    resetField('password')
    setError('password', { message }, { shouldFocus: true })
  }
  return (
    <form method="post" onSubmit={onSubmit(enter, fail)} noValidate className="grid gap-4">
      <UsernameField
        autoComplete="username webauthn"
        {...field('username', { required: requiredText() })}
      />
      <div>
        <CurrentPassword required {...field('password', { required: requiredText() })} />
        <button
          type="button"
          onClick={onForgot}
          className={
            'mt-1.5 inline-flex min-h-9 items-center text-sm text-soft underline ' +
            'underline-offset-4 hover:text-ink'
          }
        >
          <Trans>Forgot password?</Trans>
        </button>
      </div>
      {unverified && (
        <Caution>
          <Trans>
            Your email address isn’t verified yet.{' '}
            <Link to={paths.welcome()} className={NOTE_LINK}>
              Send the email again
            </Link>
          </Trans>
        </Caution>
      )}
      <Button kind="primary" size="large" type="submit" pending={isSubmitting} wide>
        <Trans>Sign In</Trans>
      </Button>
    </form>
  )
}
