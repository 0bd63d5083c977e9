import type { Logger } from 'pino'
import type { Pool } from 'pg'
import { emptyState } from '../../../domain/ledger/state.ts'
import type { Memory } from './catch-up.ts'
import { foldState, type SavedState } from './fold.ts'

/** Where the state comes from. */
type Source = {
  readonly pool: Pool
  readonly log: Logger
  /** Where the state is saved between runs, to make the next start faster. */
  readonly kept?: SavedState | null
}

/** The saved state if we can use it, otherwise the state from the tables. */
export const openMemory = async ({ kept, pool, log }: Source): Promise<Memory> =>
  (await kept?.load()) ?? (await loadMemory(pool, log))

/** Loads the state from the tables. */
const loadMemory = (pool: Pool, log: Logger): Promise<Memory> =>
  foldState(pool, undefined, (row) => {
    log.error({ row }, 'an open row differs from its command: the ledger writer skips it')
  })

/**
 * Loads the state again. The old state goes first: both may not fit in memory, and nobody reads the
 * old one. If loading fails, memory is useless, but keeps its place in the log.
 */
export async function reloadMemory(
  memory: Memory,
  { pool, log }: Pick<Source, 'pool' | 'log'>,
): Promise<void> {
  memory.state = Object.assign(emptyState(), { numbers: { ...memory.state.numbers } })
  Object.assign(memory, await loadMemory(pool, log))
}
