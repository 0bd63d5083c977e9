import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../session/api.ts'
import { isOutcomeUnknown, messageOf } from '../../client/api-error.ts'
import { requiredText } from '../../ui/form/required-text.ts'
import { useFields } from '../../ui/form/use-fields.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { toast, toastError } from '../../ui/toast/toast.ts'
import { toastAnswer } from '../../ui/toast/toast-answer.ts'
import { securityQuery } from './queries.ts'
import type { Enrolment } from './queries.ts'

type EnrolDialogProps = { enrolment: Enrolment; onClose: () => void }

/** The secret to scan, the codes to save, and a code to confirm that both arrived. */
export function EnrolDialog({ enrolment, onClose }: EnrolDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Set up two-step verification`}
      description={t`Nothing changes until the last step.`}
      wide
    >
      <div className="grid gap-6 sm:grid-cols-[auto_1fr]">
        <Scan enrolment={enrolment} />
        <RecoveryCodes codes={enrolment.recovery_codes} />
      </div>
      <ConfirmForm onDone={onClose} />
    </Dialog>
  )
}

const TITLE = 'text-sm font-semibold'

function Scan({ enrolment }: { enrolment: Enrolment }) {
  const secret = new URL(enrolment.otpauth_uri).searchParams.get('secret') ?? ''
  return (
    <section aria-label={t`Step 1`} className="grid justify-items-center gap-3 sm:max-w-56">
      <h3 className={TITLE}>
        <Trans>1. Scan with your authenticator app</Trans>
      </h3>
      <img
        src={enrolment.qr_code}
        alt={t`QR code for the authenticator app`}
        className="size-50 rounded-md bg-white p-2"
      />
      <p className="text-center text-sm text-soft">
        <Trans>
          Or enter this key by hand:{' '}
          <span className="figures font-medium text-ink">{secret.match(/.{1,4}/g)?.join(' ')}</span>
        </Trans>
      </p>
      <CopyButton text={secret} label={t`Copy key`} />
    </section>
  )
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  const text = t`Recovery codes for Twofold, each good for one use:\n\n${codes.join('\n')}\n`
  return (
    <section aria-label={t`Step 2`} className="min-w-0">
      <h3 className={TITLE}>
        <Trans>2. Keep your recovery codes</Trans>
      </h3>
      <p className="mt-1 text-sm text-soft">
        <Trans>Use one of these to sign in without your phone. We show them only once.</Trans>
      </p>
      <ul
        aria-label={t`Recovery codes`}
        className={
          'figures mt-3 grid grid-cols-1 gap-x-6 gap-y-1 rounded-md border border-line ' +
          'bg-ground p-4 text-xs'
        }
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={text} label={t`Copy codes`} />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="twofold-recovery-codes.txt"
          className={
            'inline-flex h-9 items-center rounded-md px-3 text-sm text-soft underline ' +
            'underline-offset-4 hover:text-ink pointer-coarse:h-11'
          }
        >
          <Trans>Save as a file</Trans>
        </a>
      </div>
    </section>
  )
}

const sayFailure = (error: unknown) => toastError(messageOf(error, t`We couldn’t check the code`))

function ConfirmForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const { field, onSubmit, isSubmitting } = useFields<{ code: string }>()
  const [wasLost, setLost] = useState(false)
  const confirm = async ({ code }: { code: string }) => {
    try {
      toastAnswer(await call('confirmTotp', { body: { code: code.replace(/\s/g, '') } }))
    } catch (error) {
      // Otherwise, someone else's may be on.
      const isLost = wasLost || isOutcomeUnknown(error)
      setLost(isLost)
      if (!isLost) throw error
      const { totp_enabled: isOn } = await client.fetchQuery({ ...securityQuery, staleTime: 0 })
      if (!isOn) throw error
      toast(t`Two-step verification is set up.`, { kind: 'success' })
    }
    void client.invalidateQueries({ queryKey: securityQuery.queryKey })
    onDone()
  }
  return (
    <form
      onSubmit={onSubmit(confirm, sayFailure)}
      noValidate
      className="mt-6 border-t border-line pt-5"
    >
      <h3 className={TITLE}>
        <Trans>3. Enter the code that the app shows</Trans>
      </h3>
      <div className="mt-3 grid items-start gap-3 sm:grid-cols-[1fr_auto]">
        <Field
          label={t`Code`}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          required
          {...field('code', { required: requiredText() })}
        />
        <Button
          kind="primary"
          type="submit"
          icon="check"
          pending={isSubmitting}
          className="sm:mt-7"
        >
          <Trans>Turn on</Trans>
        </Button>
      </div>
    </form>
  )
}
