import { ago, is, lit, now } from '../../db/expressions.ts'
import type { RowOf, Tx } from '../../db/types.ts'
import { formatDecimal, parseDecimal } from '../../domain/money/money.ts'
import { isGuardedAlert } from '../../contract/fields/limits.ts'
import { reject, rejectField } from '../../contract/refusals/reject.ts'
import { ungated } from '../authority/gated-db.ts'
import type { Context } from '../context.ts'
import { reportChange } from '../email/report-access.ts'
import { audit } from '../audit/audit.ts'
import { requireAdmin } from '../rights/active-admins.ts'
import { readAlerts } from './alerts.ts'
import { text } from '../../contract/texts/texts.ts'

/** What to change. */
type Form = { enabled?: boolean | undefined; limit?: string | undefined }
type Origin = { operator: string; requestId: string; device: string; address: string }

type AlertRow = RowOf<
  'alerts',
  'enabled' | 'limit_value' | 'pending_enabled' | 'pending_limit' | 'pending_by'
> & {
  /** Whether the pending request is recent, and the operator behind it still an admin. */
  pending_counts: boolean
}

const PENDING_DAYS = 7

type AlertState = { enabled: boolean; limit: bigint }

/** Off, or with another limit. A limit that is always crossed silences an alert, too. */
const isSilencing = (before: AlertState, after: AlertState): boolean =>
  after.limit !== before.limit || (before.enabled && !after.enabled)

const figuresOf = ({ enabled, limit }: AlertState) => ({
  enabled,
  limit: formatDecimal(limit, 0, 2),
})

const isSame = (one: AlertState, other: AlertState): boolean =>
  one.enabled === other.enabled && one.limit === other.limit

/**
 * Changes an alert. To silence one about money, a second admin must request the same. Until then,
 * the alert stays as it was. We email every step to the alert mailbox. A repeated request does
 * nothing.
 */
export async function changeAlert(
  { db, config }: Pick<Context, 'db' | 'config'>,
  name: string,
  form: Form,
  by: Origin,
) {
  if (!(await readAlerts(ungated(db))).some((each) => each.name === name)) throw reject('not_found')
  const limit = form.limit === undefined ? undefined : parseDecimal(form.limit, 2)
  if (limit === null) throw rejectField('limit', text('enter_number'))
  await db.transaction().execute(async (tx) => {
    await requireAdmin(tx, by.operator)
    const row = await lockAlert(tx, name)
    const before = { enabled: row.enabled, limit: row.limit_value }
    const after = { enabled: form.enabled ?? before.enabled, limit: limit ?? before.limit }
    const isAlone = isGuardedAlert(name) && isSilencing(before, after) && !isSecond(row, by, after)
    if (isAlone ? isAsked(row, by, after) : isSame(before, after) && row.pending_by === null) return
    await (isAlone ? storePending(tx, name, after, by) : apply(tx, name, after))
    const action = isAlone ? 'ask to change alert' : 'change alert'
    const figures = { before: figuresOf(before), after: figuresOf(after) }
    const { operator, requestId } = by
    await audit(tx, [{ operator, requestId, action, object: `alert ${name}`, ...figures }])
    await reportChange(tx, config, operator, describeChange(name, after, isAlone), by)
  })
  const changed = (await readAlerts(ungated(db))).find((each) => each.name === name)
  if (!changed) throw reject('not_found')
  return changed
}

async function lockAlert(tx: Tx, name: string): Promise<AlertRow> {
  const row = await tx
    .selectFrom('alerts')
    .select(['enabled', 'limit_value', 'pending_enabled', 'pending_limit', 'pending_by'])
    .select((eb) =>
      is(
        eb.exists(
          eb
            .selectFrom('operators')
            .whereRef('operators.username', '=', 'alerts.pending_by')
            .where('alerts.pending_at', '>', ago('days', PENDING_DAYS))
            .where('operators.role', '=', lit('admin'))
            .where('operators.disabled_at', 'is', null),
        ),
      ).as('pending_counts'),
    )
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw reject('not_found')
  return row
}

/** Whether an admin has recently requested exactly the same. */
function isPending(row: AlertRow, after: AlertState): boolean {
  const { pending_enabled: enabled, pending_limit: limit } = row
  if (enabled === null || limit === null || !row.pending_counts) return false
  return isSame({ enabled, limit }, after)
}

/** Whether another admin has recently requested the same. */
const isSecond = (row: AlertRow, { operator }: Origin, after: AlertState): boolean =>
  row.pending_by !== operator && isPending(row, after)

/** Whether this admin has. */
const isAsked = (row: AlertRow, { operator }: Origin, after: AlertState): boolean =>
  row.pending_by === operator && isPending(row, after)

const noPending = {
  pending_enabled: null,
  pending_limit: null,
  pending_by: null,
  pending_at: null,
}

const storePending = (tx: Tx, name: string, after: AlertState, { operator }: Origin) =>
  tx
    .updateTable('alerts')
    .set({
      pending_enabled: after.enabled,
      pending_limit: after.limit,
      pending_by: operator,
      pending_at: now,
    })
    .where('name', '=', name)
    .execute()

const apply = (tx: Tx, name: string, { enabled, limit }: AlertState) =>
  tx
    .updateTable('alerts')
    .set({ enabled, limit_value: limit, ...noPending })
    .where('name', '=', name)
    .execute()

/** What an operator did, for the email to the others. */
function describeChange(name: string, after: AlertState, isAlone: boolean): string {
  const now = after.enabled ? `a limit of ${figuresOf(after).limit}` : 'off'
  return `${isAlone ? 'asked to set' : 'set'} the alert "${name}" to ${now}`
}
