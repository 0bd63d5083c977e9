import { env } from 'node:process'

// The image's HEALTHCHECK: exits 0 if this process and its database answer within 6 seconds.

const { METRICS_PORT = '9464', METRICS_HOST = '127.0.0.1' } = env
const host = METRICS_HOST === '0.0.0.0' ? '127.0.0.1' : METRICS_HOST
try {
  const url = `http://${host}:${METRICS_PORT}/health`
  const answer = await fetch(url, { signal: AbortSignal.timeout(6_000) })
  process.stdout.write(`${await answer.text()}\n`)
  process.exitCode = answer.ok ? 0 : 1
} catch (error) {
  process.stdout.write(`${String(error)}\n`)
  process.exitCode = 1
}
