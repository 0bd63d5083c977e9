/** Keeps a Node process on this machine busy, as a long computation would: keep-busy PID MS. */
import { z } from 'zod'
import { until } from '../../support/poll.ts'

const INSPECTOR = 'http://127.0.0.1:9229/json/list'
const [pid, ms] = process.argv.slice(2).map(Number)

process.kill(pid ?? 0, 'SIGUSR1')
const url = await until('the inspector', async () => {
  const targets: unknown = await fetch(INSPECTOR).then(
    (answer) => answer.json(),
    () => [],
  )
  return z.array(z.object({ webSocketDebuggerUrl: z.string() })).parse(targets)[0]
    ?.webSocketDebuggerUrl
})
const Answer = z.object({
  error: z.unknown().optional(),
  result: z.object({ exceptionDetails: z.unknown().optional() }).optional(),
})
const socket = new WebSocket(url)
const spin = `for (const end = performance.now() + ${ms}; performance.now() < end; ) {}`
socket.addEventListener('open', () =>
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: spin } })),
)
// The answer comes when the process is free again.
const sentAt = performance.now()
socket.addEventListener('message', ({ data }) => {
  socket.close()
  const { error, result } = Answer.parse(JSON.parse(String(data)))
  const wasBusy = performance.now() - sentAt >= Number(ms)
  if (error || result?.exceptionDetails || !wasBusy) throw new Error(`it was not busy: ${data}`)
})
