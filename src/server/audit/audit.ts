import type { Tx } from '../../db/types.ts'

export type AuditEntry = {
  operator: string
  action: string
  object: string
  before?: unknown
  after?: unknown
  reason?: string | null
  requestId: string
}

/** The operator and the request. */
export type By = { operator: string; requestId: string }

type Call = { operator: { username: string }; request: { id: string } }

export const byOf = ({ operator, request }: Call): By => ({
  operator: operator.username,
  requestId: request.id,
})

const asJson = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value)

/** Records who changed what, in the transaction of that change. */
export async function audit(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('audit_entries')
    .values(
      entries.map(({ operator, action, object, before, after, reason, requestId }) => ({
        operator,
        action,
        object,
        before: asJson(before),
        after: asJson(after),
        reason: reason ?? null,
        request_id: requestId,
      })),
    )
    .execute()
}
