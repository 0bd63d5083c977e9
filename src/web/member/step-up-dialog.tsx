import { useForm } from 'react-hook-form'
import { call } from '../api.ts'
import { messageOf } from '../api-error.ts'
import { REQUIRED, showFieldErrors } from '../form-errors.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/field.tsx'
import { toastError } from '../ui/toast.ts'

type StepUpDialogProps = { onDone: () => void; onClose: () => void }

export function StepUpDialog({ onDone, onClose }: StepUpDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Enter your password"
      description={
        'You signed in a while ago. Before money or security settings change, we ask again.'
      }
    >
      <StepUpForm onDone={onDone} />
    </Dialog>
  )
}

function StepUpForm({ onDone }: { onDone: () => void }) {
  const { register, handleSubmit, formState, setError } = useForm<{ password: string }>()
  const submit = handleSubmit(async (body) => {
    try {
      await call('stepUp', { body })
      onDone()
    } catch (error) {
      if (showFieldErrors(error, ['password'], setError)) return
      toastError(messageOf(error, 'The password could not be checked'))
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        error={formState.errors.password?.message}
        {...register('password', { required: REQUIRED })}
      />
      <Button kind="primary" type="submit" pending={formState.isSubmitting} wide>
        Continue
      </Button>
    </form>
  )
}
