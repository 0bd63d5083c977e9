/** The export of spans over OTLP/HTTP. Loaded on demand (`start-traces.ts`). */
import { setTimeout as sleep } from 'node:timers/promises'
import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  SamplingDecision,
  TracerProvider,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import { atMostEvery } from '../clock/waits.ts'

export type TraceSettings = {
  /** The base URL of a collector that accepts OTLP over HTTP. */
  readonly url: string
  /** For the collector: `name=value`, with commas in between. */
  readonly headers: string
  /** The recorded share of traces, from 0 to 1. */
  readonly share: number
}

/** The process's role, on each of its spans. */
export type TracedProcess = { readonly role: string; readonly version: string }

/** Called when spans can't be delivered, at most once a minute. */
export type OnTrouble = (message: string) => void

/** Spans that wait while the collector is unavailable. We drop further ones: about 2 MB at most. */
const MAX_WAITING = 2_048
const AT_ONCE = 512
const EVERY_MS = 2_000
const EXPORT_TIMEOUT_MS = 5_000
/** How long a stop waits for the last spans. */
const STOP_MS = 2_000
const LOG_INTERVAL_MS = 60_000

export function openExport(
  { url, headers, share }: TraceSettings,
  { role, version }: TracedProcess,
  onTrouble: OnTrouble,
): () => Promise<void> {
  listenToTrouble(onTrouble)
  const own = new TraceIdRatioBasedSampler(share)
  const exporter = new OTLPTraceExporter({
    url: `${url.replace(/\/+$/, '')}/v1/traces`,
    headers: readHeaders(headers),
    timeoutMillis: EXPORT_TIMEOUT_MS,
    concurrencyLimit: 2,
  })
  const provider = new TracerProvider({
    // Among our own processes, the first decides for all. A stranger's decision doesn't count.
    sampler: new ParentBasedSampler({ root: own, remoteParentNotSampled: byChance(share) }),
    resource: resourceFromAttributes({
      'service.name': 'twofold',
      'service.version': version,
      'service.instance.id': `${role}-${process.pid}`,
      'twofold.role': role,
    }),
    spanLimits: { attributeValueLengthLimit: 200, linkCountLimit: 32 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_WAITING,
        maxExportBatchSize: AT_ONCE,
        scheduledDelayMillis: EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    const stopped = provider.shutdown().catch(() => undefined)
    await Promise.race([stopped, sleep(STOP_MS, undefined, { ref: false })])
  }
}

/** For traces of strangers. They choose the ids, so sampling by id would let them choose. */
const byChance = (share: number): Sampler => ({
  shouldSample: () => ({
    decision:
      Math.random() < share ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
  }),
  toString: () => `ByChance{${share}}`,
})

function readHeaders(text: string): Record<string, string> {
  const named = text.split(',').flatMap((each) => {
    const at = each.indexOf('=')
    return at > 0 ? [[each.slice(0, at).trim(), each.slice(at + 1).trim()] as const] : []
  })
  return Object.fromEntries(named)
}

const ignore = (): void => {}

function listenToTrouble(onTrouble: OnTrouble): void {
  const mayTell = atMostEvery(LOG_INTERVAL_MS)
  const tell = (message: string): void => {
    if (mayTell()) onTrouble(message)
  }
  const logger = { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}
