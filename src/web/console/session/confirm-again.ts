import { createStore, useStore } from '../../client/store.ts'

// A call that the server answers with "enter your password again" asks here and waits for the
// dialog in the frame.

type Answer = (confirmed: boolean) => void

const waiting = createStore<readonly Answer[]>([])

/** Asks the operator to confirm who they are; several calls at once ask one question. */
export const confirmAgain = (): Promise<boolean> =>
  new Promise((resolve) => waiting.set([...waiting.get(), resolve]))

export function answerConfirmation(confirmed: boolean): void {
  const answers = waiting.get()
  waiting.set([])
  for (const answer of answers) answer(confirmed)
}

/** Whether some call waits for the operator. */
export const useConfirmationWanted = (): boolean => useStore(waiting).length > 0
