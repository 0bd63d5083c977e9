import { nowMs } from '../../clock/clock.ts'
import type { NotNull } from 'kysely'
import type { z } from 'zod'
import type { Alert } from '../../contract/subjects/monitoring.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { formatDecimal } from '../../domain/money/money.ts'
import { isGuardedAlert } from '../../contract/fields/limits.ts'
import type { Config } from '../config/config.ts'
import { alertEmail, recoveryEmail } from '../email/staff-emails.ts'
import { enqueueEmails } from '../email/outbox.ts'
import { alertKinds, alertNames, type AlertKind, type AlertName } from './alert-kinds.ts'
import { measure, type Measure } from './measure.ts'
import { hasKey } from '../../domain/records.ts'
import { HOUR_MS } from '../../domain/time/time.ts'

const COLUMNS = [
  'name',
  'enabled',
  'limit_value',
  'value',
  'crossed_since',
  'emailed_at',
  'checked_at',
  'pending_enabled',
  'pending_limit',
  'pending_by',
  'pending_at',
] as const
type AlertRow = RowOf<'alerts', (typeof COLUMNS)[number]>
type AlertAnswer = z.infer<typeof Alert>

/** After an email about an alert, we wait this long before the next one, even if it flaps. */
const QUIET_MS = 30 * 60_000
/** While one about money stays crossed, we email it again, because it may have become worse. */
const REMIND_HOURS = 24

const figure = (value: bigint): string => formatDecimal(value, 0, 2)

/** Adds missing alerts with their default limits. */
async function ensureAlerts(db: Db | Tx): Promise<void> {
  const rows = alertNames.map((name) => ({ name, limit_value: alertKinds[name].limit }))
  await db
    .insertInto('alerts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function readAlerts(db: Db): Promise<AlertAnswer[]> {
  await ensureAlerts(db)
  const rows = await db.selectFrom('alerts').select(COLUMNS).execute()
  return alertNames.flatMap((name) => {
    const row = rows.find((each) => each.name === name)
    return row ? [show(name, row)] : []
  })
}

const show = (name: AlertName, row: AlertRow): AlertAnswer => ({
  name,
  text: alertKinds[name].text,
  unit: alertKinds[name].unit,
  alarms: alertKinds[name].alarms,
  enabled: row.enabled,
  limit: figure(row.limit_value),
  value: row.value === null ? null : figure(row.value),
  crossed_since: row.crossed_since?.toISOString() ?? null,
  mailed_at: row.emailed_at?.toISOString() ?? null,
  checked_at: row.checked_at?.toISOString() ?? null,
  pending: showPending(row),
})

function showPending(row: AlertRow): AlertAnswer['pending'] {
  const { pending_enabled: enabled, pending_limit: limit, pending_by: by, pending_at: at } = row
  if (enabled === null || limit === null || by === null || at === null) return null
  return { enabled, limit: figure(limit), by, at: at.toISOString() }
}

/** The alerts that are active now, for the overview. */
export async function readCrossed(db: Db) {
  const rows = await db
    .selectFrom('alerts')
    .select(['name', 'crossed_since'])
    .where('crossed_since', 'is not', null)
    .$narrowType<{ crossed_since: NotNull }>()
    .orderBy('crossed_since')
    .execute()
  return rows.map(({ name, crossed_since: since }) => ({
    name,
    text: hasKey(alertKinds, name) ? alertKinds[name].text : name,
    since: since.toISOString(),
  }))
}

const isCrossed = ({ alarms }: AlertKind, value: bigint | 'nothing', limit: bigint): boolean => {
  if (value === 'nothing') return false
  return alarms === 'above' ? value > limit : value < limit
}

/**
 * Measures everything, and emails once when a figure crosses its limit and again when it recovers.
 * If two processes run this at once, the second waits and finds it done.
 * @param since when monitoring began
 */
export async function checkAlerts(
  db: Db,
  {
    alertEmail: to,
    witnesses,
    production,
  }: Pick<Config, 'alertEmail' | 'witnesses' | 'production'>,
  since: Date,
): Promise<void> {
  await ensureAlerts(db)
  const measures = await measure(db, since, witnesses)
  // In development, the devnet fills the empty payout wallet a few blocks after the first start.
  if (!production && measures.hot_wallet === 0n) measures.hot_wallet = null
  await db.transaction().execute(async (tx) => {
    const rows = await tx.selectFrom('alerts').select(COLUMNS).orderBy('name').forUpdate().execute()
    for (const row of rows) {
      const { name } = row
      if (!hasKey(alertKinds, name)) continue
      await judge(tx, to, name, row, measures[name])
    }
  })
}

async function judge(tx: Tx, to: string, name: AlertName, row: AlertRow, value: Measure) {
  const kind = alertKinds[name]
  const now = new Date(nowMs())
  // An unknown figure neither raises nor ends an alert: its last state still holds.
  if (value === null && row.enabled) {
    await writeState(tx, name, { value, checked_at: now })
    return
  }
  const crossed = row.enabled && value !== null && isCrossed(kind, value, row.limit_value)
  const told = row.crossed_since && row.emailed_at && row.emailed_at >= row.crossed_since
  // After a failover, these times may be of a time to come. They then count as this check's. An
  // email about an earlier crossing stays earlier than this one.
  const crossedSince = atMost(row.crossed_since, now)
  const before = new Date((crossedSince ?? now).getTime() - 1)
  const lastEmailed = atMost(row.emailed_at, told ? now : before)
  const since = crossed ? (crossedSince ?? now) : null
  const emailedMs = lastEmailed === null ? Infinity : now.getTime() - lastEmailed.getTime()
  const isAhead = row.emailed_at !== null && row.emailed_at.getTime() > now.getTime() + QUIET_MS
  const quiet = emailedMs < QUIET_MS && !isAhead
  const isDueAgain = isGuardedAlert(name) && emailedMs >= REMIND_HOURS * HOUR_MS
  const raised = crossed && (!told || isDueAgain) && !quiet
  // Disabling an alert isn't a recovery.
  const recovered = row.enabled && !crossed && told
  const number = typeof value === 'bigint' ? value : null
  const figures = {
    text: kind.text,
    limit: `${figure(row.limit_value)} ${kind.unit}`,
    value: number === null ? 'none' : `${figure(number)} ${kind.unit}`,
  }
  // Notices of what operators did wait, because one of them may cause many.
  const email = { to, kind: 'security', isFirst: true } as const
  if (raised) await enqueueEmails(tx, [{ ...email, content: alertEmail(figures) }])
  if (recovered) await enqueueEmails(tx, [{ ...email, content: recoveryEmail(figures) }])
  const emailedAt = raised ? now : lastEmailed
  const state = { value: number, crossed_since: since, emailed_at: emailedAt, checked_at: now }
  await writeState(tx, name, state)
}

const atMost = (at: Date | null, most: Date): Date | null => (at && at > most ? most : at)

const writeState = (tx: Tx, name: AlertName, state: Partial<AlertRow>) =>
  tx.updateTable('alerts').set(state).where('name', '=', name).execute()
