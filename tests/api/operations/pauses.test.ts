import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFigures } from '../../../src/server/metrics/figures.ts'
import { readJobStates } from '../../../src/server/monitoring/job-states.ts'
import { measure } from '../../../src/server/monitoring/measure.ts'
import { liftPause, raisePause, type PauseReason } from '../../../src/server/pauses/pauses.ts'
import { openEdge, type Edge } from '../support/edge.ts'

// What monitoring says about payout pauses.

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
})
afterAll(() => edge.close())

const raise = (reason: PauseReason, detail: string) => raisePause(edge.context, reason, detail)

async function reported() {
  const { db } = edge
  const jobs = await readJobStates(db)
  const payouts = jobs.find(({ name }) => name === 'payouts')
  return {
    job: [payouts?.state, payouts?.detail],
    alert: (await measure(db, new Date())).payout_rests,
    metric: (await readFigures(db)).payouts_paused,
  }
}

test('reports no pause while there is none', async () => {
  expect(await reported()).toEqual({ job: ['ok', ''], alert: 0n, metric: [] })
})

test('measures too much in the hot wallet, which pauses nothing', async () => {
  await raise('float_limit', 'It holds $9.')
  expect(await reported()).toEqual({
    job: ['ok', ''],
    alert: 0n,
    metric: [{ label: 'float_limit', value: 1 }],
  })
  await liftPause(edge.context, 'float_limit')
})

test('counts each reason of a pause, and names them', async () => {
  await raise('rate', 'No rate.')
  await raise('chain', 'It stopped.')
  await raise('float_limit', 'It holds $9.')
  const { job, alert, metric } = await reported()
  expect(job).toEqual(['resting', 'rate: No rate.; chain: It stopped.'])
  expect(alert).toBe(200n)
  expect(metric).toEqual(['chain', 'float_limit', 'rate'].map((label) => ({ label, value: 1 })))
})
