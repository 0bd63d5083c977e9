import { brandName } from '../brand/brand.ts'
import type { Config } from '../config/config.ts'
import { roles } from '../config/roles.ts'
import type { Context } from '../context.ts'
import type { Drain } from '../http/drain.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { namePort, type LocalServices } from '../startup/local-services.ts'
import type { StopList } from '../startup/stop-list.ts'
import { startServiceMinutes } from '../transparency/status/service-minutes.ts'
import { buildApp } from './app.ts'

/** Answers HTTP requests, if this process's role includes that. */
export async function listen(
  context: Context,
  metrics: Metrics,
  { mailbox }: LocalServices,
  stops: StopList,
  drain: Drain,
): Promise<void> {
  const { config } = context
  if (!roles[config.part].serves) return
  const app = await buildApp(context, { metrics, drain, ...(mailbox ? { mailbox } : {}) })
  stops.add('app', () => app.close())
  const minutes = startServiceMinutes(context)
  stops.add('service minutes', () => minutes.stop())
  // An error of one connection, as with too many open files, must not end the process.
  app.server.on('error', (error) => context.log.warn({ err: error }, 'the port failed'))
  await namePort('PORT', config.port, () => app.listen({ port: config.port, host: config.host }))
}

/** Prints where everything is. */
export function announce(config: Config, services: LocalServices): void {
  const lines: [string, string][] = []
  if (roles[config.part].serves) {
    lines.push(['Web app', config.publicUrl])
    if (config.apiDocs) lines.push(['API', `${config.publicUrl}/api/docs`])
    lines.push(['Operators', `${config.publicUrl}/operator${firstOperator(config)}`])
    if (services.mailbox !== null) lines.push(['Mailbox', `${config.publicUrl}/dev/mailbox`])
  }
  lines.push(...services.addresses)
  const text = lines.map(([name, address]) => `  ${name.padEnd(12)} ${address}\n`).join('')
  process.stdout.write(`\n${brandName()}\n${text}Ready in ${sinceStartMs()} ms. Ctrl-C stops it.\n`)
}

/** Shown in development only, where we made the password and it protects nothing real. */
function firstOperator({ production, operator }: Config): string {
  if (production || operator === null) return ''
  return ` (${operator.username} / ${operator.password})`
}

/** Since the process started, which is before the first module loads. */
const sinceStartMs = (): number => Math.round(performance.now())
