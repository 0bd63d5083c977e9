import { sql } from 'kysely'
import type { Condition } from '../../db/expressions.ts'

/** Whether a row of `journals` belongs to a command after `from`, up to `to`. */
export const isOfCommands = (from: bigint, to: bigint): Condition =>
  sql<boolean>`journals.no >= (select journal_after(${from}))
    and journals.no < (select journal_after(${to}))`
