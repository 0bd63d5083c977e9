'use no memo'

import { createContext, use, useState } from 'react'
import type { ReactNode } from 'react'
import { ApiError } from '../../client/api-error.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

// Needed rarely, so its dialog and form load on demand.
const StepUpDialog = lazyPart(async () => (await import('./step-up-dialog.tsx')).StepUpDialog)

type Asked = { resolve: (confirmed: boolean) => void }
type RunConfirmed = <T>(action: () => Promise<T>) => Promise<T>

const StepUp = createContext<RunConfirmed>((action) => action())

/**
 * Runs an action that may need a step-up (money out, a changed address). If the server requires it,
 * we ask the member and run the action again.
 */
export const useStepUp = (): RunConfirmed => use(StepUp)

/** Whether an action was refused for lack of a step-up. */
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
