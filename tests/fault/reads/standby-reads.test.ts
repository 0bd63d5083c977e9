import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { api, type CallName } from '../../../src/contract/routes.ts'
import { makers } from '../../api/support/makers/call-makers.ts'
import { openStage, send, type Stage, type Who } from '../../api/support/call-stage.ts'
import type { Answer } from '../../api/support/edge.ts'
import { openMoneyWorld } from '../../api/support/money-world.ts'
import { until } from '../../support/poll.ts'
import { openReplicated } from '../../support/replication/replicated.ts'
import { isLong } from '../../support/scale.ts'

/** The calls that only read. */
const reads = (Object.keys(api) as CallName[]).filter(
  (name) => api[name].method === 'GET' && name !== 'streamEvents',
)

/** Operators with other roles than the required one also see the data, or are refused. */
const callersOf = (name: CallName, stage: Stage, who: Who): Who[] =>
  api[name].path.startsWith('/api/operator/') ? Object.values(stage.operators) : [who]

/** A fresh write reaches the standby a moment later. Visitors have no promise to see their own. */
async function askAgain(ask: () => Promise<Answer>): Promise<Answer> {
  const end = performance.now() + 30_000
  return await until('an answer', async () => {
    const answer = await ask()
    return answer.status === 404 && performance.now() < end ? null : answer
  })
}

test.runIf(isLong)(
  'answers every read of the contract from a hot standby, for every role',
  async () => {
    const { database, standbys } = await openReplicated(1)
    const targets = { primary: 0, replica: 0 }
    const lines: string[] = []
    const log = pino(
      { level: 'warn' },
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          lines.push(chunk.toString())
          done()
        },
      }),
    )
    const world = await openMoneyWorld({}, 10_000, 1, log, {
      database,
      replicaUrls: standbys.map(({ url }) => url),
      onRead: (target) => targets[target]++,
    })
    onTestFinished(() => world.close())
    const stage = await openStage(world)
    const wrong: unknown[] = []
    for (const name of reads) {
      const made = await makers[name]?.(stage)
      if (!made) throw new Error(`${name} has no valid request`)
      for (const who of callersOf(name, stage, made.who)) {
        const { status, text } = await askAgain(() => send(stage, { ...made, who }))
        if (status !== api[name].status && status !== 403) wrong.push([name, status, text])
      }
    }
    expect(wrong).toEqual([])
    // A table that exists only on the primary would have sent the read there.
    expect(lines.filter((line) => line.includes('a read failed'))).toEqual([])
    expect(targets.replica).toBeGreaterThan(10)
  },
)
