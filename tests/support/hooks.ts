import { readyHooks, type BatchHook, type ReadyHooks } from '../../src/server/book/batch-hook.ts'

/** Batch hooks of a test's own, which need no configuration. */
export const testHooks = (...hooks: readonly BatchHook<unknown>[]): ReadyHooks =>
  readyHooks(hooks, {} as never)
