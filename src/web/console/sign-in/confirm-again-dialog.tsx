import { useForm } from 'react-hook-form'
import { messageOf } from '../../client/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, PasswordField } from '../../ui/form/field.tsx'
import { call } from '../session/call.ts'
import { useOperator } from '../session/operator-session.ts'
import { answerConfirmation, useConfirmationWanted } from '../session/confirm-again.ts'

/** Asks who is there before money or access changes, when the last time was a while ago. */
export function ConfirmAgainDialog() {
  const wanted = useConfirmationWanted()
  return (
    <Dialog
      open={wanted}
      onClose={() => answerConfirmation(false)}
      title="Confirm that it is you"
      description="You signed in a while ago. We ask again before money or access changes."
    >
      <ConfirmForm />
    </Dialog>
  )
}

type Form = { password: string; totp: string }

function ConfirmForm() {
  const { totp_enrolled: hasCode } = useOperator()
  const { register, handleSubmit, formState, setError } = useForm<Form>()
  const submit = handleSubmit(async ({ password, totp }) => {
    try {
      await call('operatorStepUp', { body: totp ? { totp } : { password } })
      answerConfirmation(true)
    } catch (error) {
      const message = messageOf(error, 'We couldn’t check this.')
      setError(totp ? 'totp' : 'password', { message })
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
      {hasCode && (
        <Field
          label="Or the code from your app"
          autoComplete="one-time-code"
          inputMode="numeric"
          error={formState.errors.totp?.message}
          {...register('totp')}
        />
      )}
      <Button kind="primary" type="submit" pending={formState.isSubmitting} wide>
        Continue
      </Button>
    </form>
  )
}
