import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from 'kysely'
import { api, type CallName } from '../../../src/contract/routes.ts'
import { isLong, sample } from '../../support/scale.ts'
import { makers } from '../support/makers/call-makers.ts'
import { openStage, send, type Stage } from '../support/call-stage.ts'
import { openMoneyWorld } from '../support/money-world.ts'

// During an upgrade, processes of the previous version run on while the next version's migrations
// add columns to their tables.

const reads = (Object.keys(api) as CallName[]).filter(
  (name) => api[name].method === 'GET' && name !== 'streamEvents',
)

async function callAll(stage: Stage): Promise<unknown[]> {
  const failed: unknown[] = []
  for (const name of sample(reads, 3)) {
    const made = await makers[name]?.(stage)
    if (!made) throw new Error(`${name} has no valid request`)
    const { status, text } = await send(stage, made)
    if (status >= 500) failed.push([name, status, text])
  }
  return failed
}

test.runIf(isLong)(
  'answers every read after a migration added a column to every table',
  async () => {
    const world = await openMoneyWorld({}, 10_000, 1, pino({ level: 'silent' }))
    onTestFinished(() => world.close())
    const stage = await openStage(world)
    expect(await callAll(stage)).toEqual([])
    await sql`do $$ declare name text; begin
    for name in select c.oid::regclass from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition loop
      execute format('alter table %s add column added_later text', name);
    end loop; end $$`.execute(world.edge.db)
    expect(await callAll(stage)).toEqual([])
  },
)
