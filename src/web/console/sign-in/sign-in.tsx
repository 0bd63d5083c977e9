import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { ApiError, messageOf } from '../../client/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { CurrentPassword, UsernameField } from '../../ui/form/known-fields.tsx'
import { useFields } from '../../ui/form/use-fields.ts'
import { Mark } from '../../ui/logo.tsx'
import { Or } from '../../ui/passkeys/or.tsx'
import { PasskeyButton } from '../../ui/passkeys/passkey-button.tsx'
import { usePasskeySuggestions } from '../../ui/passkeys/use-passkey-suggestions.ts'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'
import { DevelopmentStrip } from '../parts/development-strip.tsx'
import { call } from '../session/call.ts'
import { LanguageSwitch } from '../parts/language-switch.tsx'
import { signIn, signInByPasskey } from '../session/start-session.ts'

type Form = { username: string; password: string; totp: string }

/** The only page without a session. Errors appear above the button, not in a toast. */
export function SignIn({ notice }: { notice: string | null }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{t`Sign in · Twofold console`}</title>
      <DevelopmentStrip />
      <main className="grid flex-1 content-center justify-items-center px-4 py-10">
        <div className="w-full max-w-88">
          <div className="flex items-center justify-between">
            <Mark className="size-9" />
            <span className="flex items-center">
              <LanguageSwitch />
              <ThemeToggle />
            </span>
          </div>
          <h1 className="mt-5 text-2xl font-semibold">
            <Trans>Operator console</Trans>
          </h1>
          <p className="mt-1 text-sm text-soft">
            <Trans>Staff only. We record everything you do here.</Trans>
          </p>
          {notice && (
            <output className="mt-4 block rounded-md border border-warn/50 px-3 py-2 text-sm">
              {notice}
            </output>
          )}
          <SignInForm isReplacement={notice !== null} />
        </div>
      </main>
    </div>
  )
}

const ASKS_CODE = ['totp_required', 'totp_invalid']

/** @param isReplacement whether it took the place of a page, and of the button with the focus */
function SignInForm({ isReplacement }: { isReplacement: boolean }) {
  const [wantsCode, setWantsCode] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { field, onSubmit, isSubmitting, setFocus } = useFields<Form>()
  useEffect(() => {
    if (isReplacement) setFocus('username')
  }, [isReplacement, setFocus])
  const enter = async ({ username, password, totp }: Form) => {
    setProblem(null)
    await signIn({ username, password, ...(totp ? { totp: totp.replaceAll(' ', '') } : {}) })
  }
  const fail = (error: unknown) => {
    const asks = error instanceof ApiError && ASKS_CODE.includes(error.code)
    if (asks) setWantsCode(true)
    setProblem(messageOf(error, t`We couldn’t sign you in.`))
    setTimeout(() => setFocus(asks ? 'totp' : 'password'))
  }
  return (
    <form method="post" onSubmit={onSubmit(enter, fail)} noValidate className="mt-6 grid gap-4">
      <UsernameField
        required={false}
        autoComplete="username webauthn"
        {...field('username', { required: t`Enter your username.` })}
      />
      <CurrentPassword {...field('password', { required: t`Enter your password.` })} />
      {wantsCode && (
        <Field
          label={t`Code`}
          hint={t`Six digits from your authenticator app.`}
          autoComplete="one-time-code"
          autoCapitalize="none"
          {...field('totp')}
        />
      )}
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
      <Button kind="primary" type="submit" pending={isSubmitting} wide>
        <Trans>Sign in</Trans>
      </Button>
      <ByPasskey onFail={setProblem} />
    </form>
  )
}

function ByPasskey({ onFail }: { onFail: (message: string) => void }) {
  const use = {
    start: () => call('operatorStartPasskeySignIn', {}),
    finish: signInByPasskey,
    onFail,
  }
  usePasskeySuggestions(use)
  return (
    <>
      <Or />
      <PasskeyButton {...use}>
        <Trans>Use a passkey</Trans>
      </PasskeyButton>
    </>
  )
}
