import { sql } from 'kysely'
import type { z } from 'zod'
import type { Alert } from '../../contract/console.ts'
import type { Alerts } from '../../db/tables/console.ts'
import type { Db, Tx } from '../../db/types.ts'
import { formatDecimal } from '../../domain/money.ts'
import { alertLetter, recoveryLetter } from '../mail/letters.ts'
import { enqueueMails } from '../mail/outbox.ts'
import { alertKinds, alertNames, type AlertKind, type AlertName } from './alert-kinds.ts'
import { measure } from './measure.ts'

type Row = {
  [K in keyof Alerts]: K extends 'enabled' ? boolean : K extends 'detail' ? string : Alerts[K]
}
type Shape = z.infer<typeof Alert>

/** After a mail about an alarm, the next one about the same waits this long, however it sways. */
const quietMinutes = 30

const figure = (value: bigint): string => formatDecimal(value, 0, 2)

/** Puts in place what is not there yet, with the limits that it begins with. */
async function ensureAlerts(db: Db | Tx): Promise<void> {
  const rows = alertNames.map((name) => ({ name, limit_value: alertKinds[name].limit }))
  await db
    .insertInto('alerts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function readAlerts(db: Db): Promise<Shape[]> {
  await ensureAlerts(db)
  const { rows } = await sql<Row>`select * from alerts`.execute(db)
  return alertNames.flatMap((name) => {
    const row = rows.find((each) => each.name === name)
    return row ? [show(name, row)] : []
  })
}

const show = (name: AlertName, row: Row): Shape => ({
  name,
  text: alertKinds[name].text,
  unit: alertKinds[name].unit,
  alarms: alertKinds[name].alarms,
  enabled: row.enabled,
  limit: figure(row.limit_value),
  value: row.value === null ? null : figure(row.value),
  detail: row.detail,
  crossed_since: row.crossed_since?.toISOString() ?? null,
  mailed_at: row.mailed_at?.toISOString() ?? null,
  checked_at: row.checked_at?.toISOString() ?? null,
})

/** The alarms that stand now, for the overview. */
export async function readCrossed(db: Db) {
  const { rows } = await sql<{ name: string; crossed_since: Date }>`
    select name, crossed_since from alerts where crossed_since is not null
    order by crossed_since`.execute(db)
  return rows.map(({ name, crossed_since: since }) => ({
    name,
    text: name in alertKinds ? alertKinds[name as AlertName].text : name,
    since: since.toISOString(),
  }))
}

const isCrossed = ({ alarms }: AlertKind, value: bigint | null, limit: bigint): boolean => {
  if (value === null) return false
  return alarms === 'above' ? value > limit : value < limit
}

/**
 * Measures everything and mails what has crossed its limit, once, and again when it is well. Two
 * processes that watch at a time do it one after the other, and the second finds it done.
 */
export async function checkAlerts(db: Db, to: string): Promise<void> {
  await ensureAlerts(db)
  const measures = await measure(db)
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<Row>`select * from alerts order by name for update`.execute(tx)
    for (const row of rows) {
      if (!(row.name in alertKinds)) continue
      const name = row.name as AlertName
      await judge(tx, to, name, row, measures[name])
    }
  })
}

async function judge(tx: Tx, to: string, name: AlertName, row: Row, value: bigint | null) {
  const kind = alertKinds[name]
  const crossed = row.enabled && isCrossed(kind, value, row.limit_value)
  const now = new Date()
  const since = crossed ? (row.crossed_since ?? now) : null
  const quiet = row.mailed_at && now.getTime() - row.mailed_at.getTime() < quietMinutes * 60_000
  const told = row.crossed_since && row.mailed_at && row.mailed_at >= row.crossed_since
  const alarm = crossed && !told && !quiet
  const recovered = !crossed && told
  const figures = {
    text: kind.text,
    limit: `${figure(row.limit_value)} ${kind.unit}`,
    value: value === null ? 'unknown' : `${figure(value)} ${kind.unit}`,
  }
  if (alarm) await enqueueMails(tx, [{ to, kind: 'security', letter: alertLetter(figures) }])
  if (recovered) {
    await enqueueMails(tx, [{ to, kind: 'security', letter: recoveryLetter(figures) }])
  }
  await tx
    .updateTable('alerts')
    .set({
      value,
      crossed_since: since,
      mailed_at: alarm ? now : row.mailed_at,
      checked_at: now,
    })
    .where('name', '=', name)
    .execute()
}
