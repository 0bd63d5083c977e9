'use no memo'

import { createContext, use, useState } from 'react'
import type { ReactNode } from 'react'
import { ApiError } from '../../client/api-error.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

// Asked for rarely, so its dialog and form are fetched when it is.
const StepUpDialog = lazyPart(async () => (await import('./step-up-dialog.tsx')).StepUpDialog)

type Asked = { resolve: (confirmed: boolean) => void }
type RunConfirmed = <T>(action: () => Promise<T>) => Promise<T>

const StepUp = createContext<RunConfirmed>((action) => action())

/**
 * Runs an action that may want the password entered again (money out, a changed address): when
 * the server asks for it the member is asked, and the action runs once more.
 */
export const useStepUp = (): RunConfirmed => use(StepUp)

/** Whether an action was refused because the password was not entered again. */
export const isStepUpAsked = (error: unknown) =>
  error instanceof ApiError && error.code === 'step_up_required'

export function StepUpProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const run: RunConfirmed = (action) =>
    action().catch(async (error: unknown) => {
      if (!isStepUpAsked(error)) throw error
      const confirmed = await new Promise<boolean>((resolve) => setAsked({ resolve }))
      setAsked(null)
      if (!confirmed) throw error
      return action()
    })
  return (
    <StepUp value={run}>
      {children}
      {asked && (
        <StepUpDialog onDone={() => asked.resolve(true)} onClose={() => asked.resolve(false)} />
      )}
    </StepUp>
  )
}
