'use no memo'

import { createContext, use, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ApiError } from '../../client/api-error.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

// Needed rarely, so its dialog and form load on demand.
const StepUpDialog = lazyDialog(async () => (await import('./step-up-dialog.tsx')).StepUpDialog)

type Answer = (confirmed: boolean) => void
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

/** Asks the member. Simultaneous requests share one dialog and its answer. */
function useQuestion() {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const open = useRef<Promise<boolean> | null>(null)
  // A question that disappears with the page counts as declined.
  useEffect(() => () => answer?.(false), [answer])
  const ask = (): Promise<boolean> => {
    open.current ??= new Promise<boolean>((resolve) => setAnswer(() => resolve)).finally(() => {
      open.current = null
      setAnswer(null)
    })
    return open.current
  }
  return { ask, answer }
}

export function StepUpProvider({ children }: { children: ReactNode }) {
  const { ask, answer } = useQuestion()
  const run: RunConfirmed = (action) =>
    action().catch(async (error: unknown) => {
      if (!isStepUpAsked(error)) throw error
      if (!(await ask())) throw error
      return action()
    })
  return (
    <StepUp value={run}>
      {children}
      {answer && <StepUpDialog onDone={() => answer(true)} onClose={() => answer(false)} />}
    </StepUp>
  )
}
