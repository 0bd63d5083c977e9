import { z } from 'zod'
import { exportHttp } from '../../src/server/app/metrics.ts'
import { exportFigures } from '../../src/server/metrics/export-figures.ts'
import { exportLedgerProcess, openMetrics, type Metrics } from '../../src/server/metrics/metrics.ts'

// The reference of all metrics (docs/metrics.md), from the metrics that a process registers.

type Described = { name: string; help: string; type: string; labelNames: string[] }

const described: z.ZodType<Described> = z.object({
  name: z.string(),
  help: z.string(),
  type: z.string(),
  labelNames: z.array(z.string()).default([]),
})

/** Names that prom-client gives Node's own figures, which depend on the system. */
export const isOfNode = (name: string): boolean => /^(process|nodejs)_/.test(name)

const listed = ({ registry }: Metrics): Described[] =>
  registry
    .getMetricsAsArray()
    .map((metric) => described.parse({ ...metric }))
    .filter(({ name }) => !isOfNode(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

const never = (): never => {
  throw new Error('Describing a metric measures nothing.')
}

/** The metrics of every process, and those of some roles only. */
export function describeMetrics(): Record<'all' | 'http' | 'ledger', Described[]> {
  const metrics = openMetrics('all')
  // Nothing is measured here, because samples are taken on scrape.
  const nothing = new Proxy({}, { get: never })
  exportFigures(metrics, {
    db: nothing as never,
    replicas: [],
    book: { status: never },
    tron: { health: never },
    ledgerTls: null,
  })
  const all = listed(metrics)
  const names = new Set(all.map(({ name }) => name))
  exportHttp({ addHook: () => nothing as never }, metrics, { count: never })
  const http = listed(metrics).filter(({ name }) => !names.has(name))
  const leading = openMetrics('ledger')
  exportLedgerProcess(leading, { role: never, epoch: never, lag: never, mismatches: never })
  return { all, http, ledger: listed(leading).filter(({ name }) => !names.has(name)) }
}

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |\n`

function table(metrics: Described[]): string {
  const head = row('metric', 'type', 'labels', 'description') + row('---', '---', '---', '---')
  const rows = metrics.map(({ name, type, labelNames, help }) =>
    row(`\`${name}\``, type, labelNames.map((label) => `\`${label}\``).join(', '), help),
  )
  return head + rows.join('')
}

/** docs/metrics.md */
export function metricsText(): string {
  const { all, http, ledger } = describeMetrics()
  return `<!-- Written by \`npm run reference\` from src/server/metrics. Don't edit it. -->

# Metrics

Every process serves \`/metrics\` and \`/health\` on \`METRICS_PORT\`, listening on \`METRICS_HOST\`
(this machine by default). \`/health\` returns 503 until the process is ready, and while the
database is unavailable. \`/health/live\` returns 200 as long as the process runs.
\`/health/serving\` returns 503 until the process is ready, and after a stop signal, while a web
process drains.

A metric is missing while it has no value, such as the age of the oldest email when none waits. If
the database doesn't respond, \`database_up\` is 0 and the other database metrics are missing.
[alerts.yml](../deploy/monitoring/alerts.yml) and the
[dashboard](../deploy/monitoring/dashboard.json) use these metrics.

## In every process

Node.js adds \`process_*\` and \`nodejs_*\` metrics.

${table(all)}
## In processes that serve HTTP

${table(http)}
## In processes that lead or follow the ledger

${table(ledger)}`
}
