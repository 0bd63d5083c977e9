import { pino, stdSerializers, type DestinationStream, type LogFn, type Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { traceIdNow } from '../../traces/span.ts'
import { productVersion } from '../metrics/product-version.ts'
import { requestIdNow } from '../traces/request-spans.ts'
import { openLogOutput } from '../../terminal/log-output.ts'

// Nothing in a log may let its reader sign in, spend money, or identify a person.
const secretPaths = [
  'password',
  'token',
  'access',
  'refresh',
  'email',
  'authorization',
  'cookie',
  'payoutKey',
  'authSecret',
  'authSecretBefore',
  'ledgerSecrets',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

// Finds secrets by their form anywhere in a line, because third-party errors repeat their input.
const secretForms: [form: RegExp, instead: string][] = [
  [/(?<=:\/\/)[^\s/@"]+@/g, '[hidden]@'],
  [/[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[\w-]{1,63}\.)+[a-z]{2,63}/gi, '[email]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\btfk_[\w-]+/g, '[token]'],
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, '[token]'],
  [/\bT[1-9A-HJ-NP-Za-km-z]{33}\b/g, '[address]'],
]

const MAX_TEXT = 8_192

const LOST = 'log lines could not be written'

const redactForms = (text: string): string =>
  secretForms.reduce(
    (seen, [form, instead]) => seen.replace(form, instead),
    text.slice(0, MAX_TEXT),
  )

/** Removes secrets from a line's texts, nested ones included. Errors are already described. */
function redactWithin(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactForms(value)
  if (Array.isArray(value))
    return depth > 3 ? '[deep]' : value.map((item) => redactWithin(item, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Error) return describeError(value)
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  if (depth > 3) return '[deep]'
  return redactParts(value, depth + 1)
}

const redactParts = (value: object, depth = 0): Record<string, unknown> => {
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([name, part]) => [redactForms(name), redactWithin(part, depth)]),
  )
}

// Pino runs no formatter on a line's message, nor on one that it takes from an error.
function writeRedacted(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [first, ...rest]: unknown[] = args
  const error = typeof first === 'object' && first !== null && 'err' in first ? first.err : first
  if (rest.length === 0 && error instanceof Error) rest.push(error.message)
  const hidden = [first, ...rest].map((arg) => (typeof arg === 'string' ? redactForms(arg) : arg))
  method.apply(this, hidden as Parameters<LogFn>) // as many items as came in, each redacted
}

let epochNow = (): number | undefined => undefined

/** From here on, log lines include the ledger's epoch, if this process knows it. */
export function logEpoch(read: () => number | undefined): void {
  epochNow = read
}

/** The origin fields of a log line. A request's own log already has its id. */
function readPlace(_line: object, _level: number, log: Logger): object {
  const [epoch, traceId, requestId] = [epochNow(), traceIdNow(), requestIdNow()]
  const isOwn = requestId !== undefined && 'reqId' in log.bindings()
  return {
    ...(epoch !== undefined && { epoch }),
    ...(traceId !== undefined && { traceId }),
    ...(requestId !== undefined && !isOwn && { reqId: requestId }),
  }
}

/** A process's log: JSON lines to standard output, or to a stream that a test reads. */
export function openLog(
  config: Pick<Config, 'logLevel' | 'part'>,
  destination?: DestinationStream,
): Logger {
  const options = {
    level: config.logLevel,
    base: { part: config.part, version: productVersion },
    mixin: readPlace,
    redact: { paths: secretPaths, censor: '[hidden]' },
    formatters: { log: (line: object) => redactParts(line) },
    hooks: { logMethod: writeRedacted },
  }
  if (destination) return pino(options, destination)
  const log: Logger = pino(
    options,
    openLogOutput(1, (lines) => log.warn({ lines }, LOST)),
  )
  return log
}

/** PostgreSQL puts the refused row's values into `detail` and `where`. We leave them out. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = stdSerializers.err(error)
  const code = 'code' in error ? error.code : undefined
  const constraint = 'constraint' in error ? error.constraint : undefined
  const hidden = { message: redactForms(message), stack: redactForms(stack) }
  return { type, ...hidden, code, constraint }
}
