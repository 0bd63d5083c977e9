import { pino, stdSerializers, type Logger } from 'pino'
import type { Config } from '../config.ts'

// Nothing in a log may let its reader sign in, spend, or know a person.
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
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

export function openLog(config: Config): Logger {
  return pino({
    level: config.logLevel,
    base: { part: config.part },
    redact: { paths: secretPaths, censor: '[hidden]' },
    serializers: { err: describeError, error: describeError },
  })
}

/** PostgreSQL puts the refused row's values into `detail` and `where`: they stay out. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = stdSerializers.err(error)
  const code = 'code' in error ? error.code : undefined
  const constraint = 'constraint' in error ? error.constraint : undefined
  return { type, message, stack, code, constraint }
}
