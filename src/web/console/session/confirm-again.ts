import { createStore, useStore } from '../../client/store.ts'

// A call that the server answers with "enter your password again" waits here for the frame's
// dialog.

type Answer = (confirmed: boolean) => void

const waiting = createStore<readonly Answer[]>([])

/** Asks the operator for a step-up. Simultaneous calls share one dialog. */
export const confirmAgain = (): Promise<boolean> =>
  new Promise((resolve) => waiting.set([...waiting.get(), resolve]))

export function answerConfirmation(confirmed: boolean): void {
  const answers = waiting.get()
  waiting.set([])
  for (const answer of answers) answer(confirmed)
}

/** Whether a call waits for the operator. */
export const useConfirmationWanted = (): boolean => useStore(waiting).length > 0
