import { createStore, useStore } from '../../client/store.ts'

const running = createStore(0)

/** Counts a change until the server has answered. The page must stay for the answer. */
export async function untilAnswered<T>(answer: Promise<T>): Promise<T> {
  running.set(running.get() + 1)
  try {
    return await answer
  } finally {
    running.set(running.get() - 1)
  }
}

export const isChangeRunning = (): boolean => running.get() > 0

export const useChangeRunning = (): boolean => useStore(running) > 0
