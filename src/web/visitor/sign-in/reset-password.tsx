'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call } from '../../session/api.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { ApiError, fieldError, isOutcomeUnknown } from '../../client/api-error.ts'
import { paths } from '../../client/paths.ts'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { NewPassword } from '../../ui/form/known-fields.tsx'
import { toastAnswer } from '../../ui/toast/toast-answer.ts'
import { requiredText } from '../../ui/form/required-text.ts'
import { isAnyPublished, shownTexts, useLegalTexts } from '../legal/legal-texts.ts'
import { AcceptTexts } from '../sign-up/accept-texts.tsx'
import { EntryPage } from '../entry/entry-page.tsx'
import { passwordRules, repeatRules } from '../sign-up/password-rules.ts'

export const meta = () => [{ title: t`Reset password · Twofold` }]

type Fields = { new_password: string; confirm_password: string; accepted: boolean }

const VERSIONS = ['terms_version', 'privacy_version'] as const

const sayFailure = (error: unknown) => toastFailure(error, t`Password reset failed`)

export default function ResetPassword() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const { field, onSubmit, isSubmitting, getValues } = useFields<Fields>()
  // Imported members haven't accepted the texts yet. In that case, the server names them.
  const [mustAccept, setMustAccept] = useState(false)
  const [isDead, setDead] = useState(false)
  const [isUnconfirmed, setUnconfirmed] = useState(false)
  const { texts, ask } = useLegalTexts()
  const reset = async ({ accepted, ...fields }: Fields) => {
    try {
      const body = { token, ...fields, ...(accepted && shownTexts(texts)) }
      toastAnswer(await call('resetPassword', { body }))
    } catch (error) {
      if (VERSIONS.some((version) => fieldError(error, version))) {
        ask()
        setMustAccept(true)
      }
      if (isOutcomeUnknown(error)) setUnconfirmed(true)
      if (error instanceof ApiError && error.code === 'invalid_token') {
        setDead(true)
        // The page says it all.
        if (isUnconfirmed) return
      }
      throw error
    }
    await navigate(paths.login())
  }
  if (isDead) return isUnconfirmed ? <UsedLink /> : <DeadLink />
  return (
    <EntryPage
      title={t`Set a new password`}
      intro={t`Setting it signs you out on all your devices.`}
    >
      <form method="post" onSubmit={onSubmit(reset, sayFailure)} noValidate className="grid gap-4">
        <NewPassword label={t`New Password`} {...field('new_password', passwordRules())} />
        <NewPassword
          label={t`Confirm Password`}
          {...field(
            'confirm_password',
            repeatRules(() => getValues('new_password')),
          )}
        />
        {mustAccept && (
          <AcceptTexts
            texts={texts}
            {...field('accepted', { required: isAnyPublished(texts) && requiredText() })}
          />
        )}
        <Button kind="primary" size="large" type="submit" pending={isSubmitting} wide>
          <Trans>Reset Password</Trans>
        </Button>
      </form>
    </EntryPage>
  )
}

/** The link worked until the answer was lost. */
const UsedLink = () => (
  <EntryPage
    replaces
    title={t`Sign in with your new password`}
    intro={t`We got no answer before, but your password was probably set.`}
  >
    <ButtonLink kind="primary" wide to={paths.login()}>
      <Trans>Sign In</Trans>
    </ButtonLink>
  </EntryPage>
)

/** In place of a form that nothing can be done with. */
const DeadLink = () => (
  <EntryPage
    replaces
    title={t`This link doesn’t work`}
    intro={t`It was already used, or it has expired.`}
  >
    <ButtonLink kind="primary" wide to={`${paths.login()}?forgot`}>
      <Trans>Send a new link</Trans>
    </ButtonLink>
  </EntryPage>
)
