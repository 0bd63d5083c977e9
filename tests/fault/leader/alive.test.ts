/** Standbys end the sessions of a leader that doesn't answer, so its thread must always answer. */
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listenAt, openServer } from '../../../src/server/forward/listen.ts'
import { ledgerToken, ledgerTokens } from '../../../src/server/forward/token.ts'
import { serveAlive } from '../../../src/server/leader/alive.ts'
import { until } from '../../support/poll.ts'
import { freePort } from '../../support/ports.ts'

const log = pino({ level: 'silent' })
const secrets = { ledgerSecrets: { web: [], chain: ['a secret for this test, long enough'] } }
const headers = { authorization: `Bearer ${ledgerToken(secrets, 'chain')}` }

async function freePlace() {
  const port = await freePort()
  return { listen: { host: '127.0.0.1', port }, address: `http://127.0.0.1:${port}` }
}

const isAnswered = async (address: string): Promise<boolean> =>
  (await fetch(`${address}/alive`, { headers })).status === 200

test('answers again after its thread has ended', async () => {
  const place = await freePlace()
  const started = once(process, 'worker') as Promise<[Worker]>
  const tokens = ledgerTokens(secrets)
  const stop = await serveAlive({ place, tls: null, tokens }, () => ({ epoch: 1, seq: 1 }), log)
  onTestFinished(stop)
  expect(await isAnswered(place.address)).toBe(true)
  const [thread] = await started
  await thread.terminate()
  await until('an answer', () => isAnswered(place.address))
})

test('answers although the machine’s clock was just set forward', async () => {
  const place = await freePlace()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const tokens = ledgerTokens(secrets)
  const stop = await serveAlive({ place, tls: null, tokens }, () => ({ epoch: 1, seq: 1 }), log)
  onTestFinished(stop)
  expect(await isAnswered(place.address)).toBe(true)
})

test('keeps listening after connections could not be accepted', async () => {
  const place = await freePlace()
  const server = openServer(null, (_request, response) => response.end())
  onTestFinished(() => void server.close())
  await listenAt(server, place)
  // As when the process has too many files open.
  const refused = new Error('accept EMFILE')
  server.emit('error', refused)
  server.emit('error', refused)
  expect(await isAnswered(place.address)).toBe(true)
})

test('fails to start where another process listens', async () => {
  const place = await freePlace()
  const server = openServer(null, (_request, response) => response.end())
  onTestFinished(() => void server.close())
  await listenAt(server, place)
  const tokens = ledgerTokens(secrets)
  const started = serveAlive({ place, tls: null, tokens }, () => ({ epoch: 1, seq: 1 }), log)
  await expect(started).rejects.toThrow('EADDRINUSE')
})
