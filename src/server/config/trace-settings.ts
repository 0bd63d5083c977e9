import type { TraceSettings } from '../../traces/otlp.ts'
import type { Environment } from './environment.ts'

/** Where to export traces, by OpenTelemetry's own variables; null if nowhere. */
export function traceSettings(env: Environment): TraceSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: headers = '' } = env
  return url === undefined ? null : { url, headers, share: env.OTEL_TRACES_SAMPLER_ARG }
}
