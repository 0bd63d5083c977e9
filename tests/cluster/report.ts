/** The output of a run. */
import { loadavg } from 'node:os'
import type { Fault } from './faults/fault.ts'
import type { Load } from './load.ts'
import { histogram, quantile } from './pauses.ts'

export type Row = {
  readonly fault: Fault
  /** Why the fault was skipped; null if it ran. */
  notRun: string | null
  readonly pauses: number[]
  /** How many rounds ended with a comparison of the answers with the database. */
  audited: number
  lost: number
  duplicated: number
  commands: number
  reads: number
  readonly readMs: number[]
  readonly notes: string[]
  readonly troubles: string[]
}

export const newRow = (fault: Fault): Row => ({
  fault,
  notRun: 'not chosen',
  pauses: [],
  audited: 0,
  lost: 0,
  duplicated: 0,
  commands: 0,
  reads: 0,
  readMs: [],
  notes: [],
  troubles: [],
})

const msOf = (values: readonly number[], ...parts: number[]): string =>
  parts.map((part) => Math.round(quantile(values, part))).join(' / ')

export type Turn = {
  /** From 1. */
  readonly number: number
  readonly of: number
  readonly trouble: string | null
}

export function describeTurn(row: Row, { number, of, trouble }: Turn): string {
  const [busy = 0] = loadavg()
  const pause = `longest pause ${Math.round(row.pauses.at(-1) ?? 0)} ms`
  const counts = `so far lost ${row.lost}, duplicated ${row.duplicated} in ${row.audited} audits`
  const ended = trouble === null ? '' : ` – ${trouble}`
  return `${row.fault.name} ${number}/${of}: ${pause}, ${counts}, load ${busy.toFixed(1)}${ended}`
}

const HEAD = [
  'fault',
  'runs',
  'audited',
  'confirmed',
  'lost',
  'duplicated',
  'pause p50 / p99 / max ms (target)',
  'own reads, p99 ms',
  'troubles',
].join(' | ')

export function report(rows: readonly Row[], load: Load, say: (text: string) => void): void {
  say(`\n${HEAD}`)
  for (const row of rows) say(describeRow(row))
  say('\nlongest pause of each run:')
  for (const { fault, pauses } of rows) {
    if (pauses.length > 0) say(`  ${fault.name}: ${histogram(pauses)}`)
  }
  const serverErrors = load.wrong.filter((text) => /^5\d\d /.test(text)).length
  say(`5xx other than 503: ${serverErrors}; repeated requests: ${load.retries}`)
  for (const { fault, notes, troubles } of rows) {
    for (const note of notes) say(`  ${fault.name}: ${note}`)
    for (const trouble of troubles) say(`✗ ${fault.name}, ${trouble}`)
  }
}

function describeRow(row: Row): string {
  const { fault, pauses, audited, commands, lost, duplicated, reads, readMs, troubles } = row
  if (row.notRun !== null) return `${fault.name} | not run (${row.notRun})`
  const times = `${msOf(pauses, 0.5, 0.99, 1)} (${fault.pauseMs})`
  const own = `${reads}, ${msOf(readMs, 0.99)}`
  const numbers = [fault.name, pauses.length, audited, commands, lost, duplicated, times, own]
  return [...numbers, troubles.length].join(' | ')
}
