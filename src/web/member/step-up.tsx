import { createContext, use, useState } from 'react'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../api.ts'
import { ApiError, messageOf } from '../api-error.ts'
import { REQUIRED, showFieldErrors } from '../form-errors.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/field.tsx'
import { toastError } from '../ui/toast.ts'

type Asked = { resolve: (confirmed: boolean) => void }
type RunConfirmed = <T>(action: () => Promise<T>) => Promise<T>

const StepUp = createContext<RunConfirmed>((action) => action())

/**
 * Runs an action that may want the password entered again (money out, a changed address): when
 * the server asks for it the member is asked, and the action runs once more.
 */
export const useStepUp = (): RunConfirmed => use(StepUp)

const isAsking = (error: unknown) => error instanceof ApiError && error.code === 'step_up_required'

export function StepUpProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const run: RunConfirmed = (action) =>
    action().catch(async (error: unknown) => {
      if (!isAsking(error)) throw error
      const confirmed = await new Promise<boolean>((resolve) => setAsked({ resolve }))
      setAsked(null)
      if (!confirmed) throw error
      return action()
    })
  return (
    <StepUp value={run}>
      {children}
      <Dialog
        open={asked !== null}
        onClose={() => asked?.resolve(false)}
        title="Enter your password"
        description="You signed in a while ago. Before money or security settings change, we ask again."
      >
        <StepUpForm onDone={() => asked?.resolve(true)} />
      </Dialog>
    </StepUp>
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
