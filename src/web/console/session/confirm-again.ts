import { useSyncExternalStore } from 'react'

// A call that the server answers with "enter your password again" asks here and waits; the dialog
// that stands in the frame answers.

type Answer = (confirmed: boolean) => void

let waiting: Answer[] = []
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}

/** Asks the operator to confirm who they are; several calls at once ask one question. */
export function confirmAgain(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting = [...waiting, resolve]
    tell()
  })
}

export function answerConfirmation(confirmed: boolean): void {
  const answers = waiting
  waiting = []
  for (const answer of answers) answer(confirmed)
  tell()
}

/** Whether some call waits for the operator. */
export const useConfirmationWanted = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting.length > 0,
  )
