import { z } from 'zod'
import { anyOf } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'
import { int8 } from '../book/batch-hook.ts'
import { DoneElsewhere } from '../book/submission.ts'

export const Ending = z.object({
  /** The operator whose approvals and proposals end. */
  operator: z.string(),
  by: z.object({ operator: z.string(), requestId: z.string() }),
  reason: z.string(),
  /** Why they end. This decides what happens to the operator's access in the same commit. */
  cause: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('access_change'), change: int8 }),
    z.object({ kind: z.literal('other') }),
  ]),
})
export type Ending = z.output<typeof Ending>

/**
 * What must be true before approvals end. The caller names the operator and the cause, and we check
 * both: a change of rights must be about this operator, and so must a recorded ending.
 */
export async function checkEndings(
  tx: Tx,
  endings: readonly Ending[],
): Promise<readonly (Error | readonly string[])[]> {
  const [subjects, recorded] = await Promise.all([
    readSubjects(tx, endings),
    readRecorded(tx, endings),
  ])
  return endings.map((ending) => {
    const { operator, cause } = ending
    if (cause.kind === 'access_change' && subjects.get(cause.change) !== operator) {
      return new Error(`access change ${cause.change} is about another operator`)
    }
    if (cause.kind === 'other' && !recorded.has(nameOf(operator, ending.by.operator))) {
      return new DoneElsewhere(`${operator} lost no rights, or the approvals have ended`)
    }
    return []
  })
}

/** The operators whom the changes are about, by the numbers of the changes. */
async function readSubjects(tx: Tx, endings: readonly Ending[]): Promise<Map<bigint, string>> {
  const numbers = endings.flatMap(({ cause }) =>
    cause.kind === 'access_change' ? [cause.change] : [],
  )
  if (numbers.length === 0) return new Map()
  const rows = await tx
    .selectFrom('access_changes')
    .select(['no', 'username'])
    .where('no', '=', anyOf(numbers, 'bigint'))
    .execute()
  return new Map(rows.map(({ no, username }) => [no, username]))
}

/** Who was reset or disabled by whom, and still has approvals to end. */
async function readRecorded(tx: Tx, endings: readonly Ending[]): Promise<Set<string>> {
  const operators = endings.flatMap(({ operator, cause }) =>
    cause.kind === 'other' ? [operator] : [],
  )
  if (operators.length === 0) return new Set()
  const rows = await tx
    .selectFrom('approval_endings')
    .select(['operator', 'ended_by'])
    .where('operator', '=', anyOf(operators, 'text'))
    .execute()
  return new Set(rows.map(({ operator, ended_by: by }) => nameOf(operator, by)))
}

const nameOf = (operator: string, by: string): string => JSON.stringify([operator, by])
