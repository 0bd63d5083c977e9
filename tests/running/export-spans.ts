/**
 * Creates spans as fast as it can while the collector doesn't answer, and prints the memory used.
 * Or creates a few. `traces.test.ts` runs it in its own process, because tracing can't be switched
 * off again.
 */
import { startTraces } from '../../src/traces/start-traces.ts'
import { inSpan, readForeignTrace, readTrace, runWithin } from '../../src/traces/span.ts'

const [url = '', share = '1', mode = 'flood'] = process.argv.slice(2)
const settings = { url, headers: '', share: Number(share) }
const stop = await startTraces(settings, { role: 'test', version: '0' }, () => {})
const collect = globalThis.gc ?? (() => {})
const done = (): Promise<void> => Promise.resolve()

let grownBytes = 0
if (mode === 'flood') {
  const flood = async (count: number): Promise<number> => {
    for (let i = 0; i < count; i += 1) {
      await inSpan('flood', { attributes: { a: 'x'.repeat(1_000) } }, done)
      // As in requests, so that the exporter's timers and sockets get their turns.
      if (i % 1_000 === 0) await new Promise((turn) => setImmediate(turn))
    }
    collect()
    return process.memoryUsage().heapUsed
  }
  const first = await flood(10_000)
  grownBytes = (await flood(100_000)) - first
} else {
  const headers = { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` }
  await inSpan('own', {}, done)
  // An id that sampling by id always records.
  const chosen = { traceparent: `00-${'1'.padStart(32, '0')}-${'cd'.repeat(8)}-01` }
  const parent = readForeignTrace({ ...chosen, tracestate: 'stranger=words' })
  for (let i = 0; i < 50; i++) await inSpan('chosen', { parent }, done)
  await inSpan('strange', { parent: readForeignTrace(headers) }, done)
  await runWithin(readTrace(headers), () => inSpan('ours', {}, done))
}
const since = performance.now()
await stop()
console.log(JSON.stringify({ grownBytes, stoppedMs: performance.now() - since }))
process.exit(0)
