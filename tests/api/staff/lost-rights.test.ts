import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { publishDueDrafts } from '../../../src/server/catalog/publish-drafts.ts'
import { importSome } from '../../../src/server/imports/run-imports.ts'
import { resetOperator } from '../../../src/server/staff/operators.ts'
import { behind } from '../support/behind.ts'
import { csvFile } from '../support/makers/import-makers.ts'
import { addMember } from '../support/members.ts'
import {
  contextAs,
  disableOperator,
  newestEntry,
  openStaffEdge,
  refusal,
  type StaffEdge,
} from '../support/staff-edge.ts'
import { sample } from '../../support/scale.ts'

// Proposals and approvals count only while their operators have the right to make them.

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
  await staff.add('author', 'admin')
  const command = { kind: 'raise_rules', version: 2 } as const
  await staff.edge.book.submit({ command, by: { system: 'rules' } })
})
afterAll(() => staff.close())

let names = 0
const newName = (): string => `name${++names}`

async function newAdmin(): Promise<string> {
  const who = newName()
  await staff.add(who, 'admin')
  return who
}

type Sent = { path: string; body?: Record<string, unknown> }
type Proposal = {
  approval: Sent
  /** What the audit log says about the proposal's end. */
  object: string
  action: string
  /** The code of an approval afterwards. */
  code: string
}

const send = (who: string, { path, body = {} }: Sent) => staff.as(who, 'POST', path, { body })

type Kind = {
  /** The request that proposes. */
  prepare(): Promise<Sent>
  show(id: string, sent: Sent): Proposal
}

const fileOf = (name: string) => csvFile('username,email', `${name},${name}@example.org`)

/** An approved import whose only row fails, because someone has taken its name. */
async function failedImport(): Promise<string> {
  const name = newName()
  const { body } = await staff.as('admin', 'POST', 'member-imports/', { body: fileOf(name) })
  await addMember(staff.edge, name)
  await staff.as('deputy', 'POST', `member-imports/${body.id}/approve/`)
  while (await importSome(staff.edge.context));
  return body.id
}

async function newDraft(): Promise<string> {
  const { body: list } = await staff.as('support', 'GET', 'catalogues/')
  const plans = list.results[0]?.plans.map(
    ({ name, joining_fee, level1, level2, sponsor_bonus, reentries }) => {
      return { name, joining_fee, level1, level2, sponsor_bonus, reentries }
    },
  )
  const body = { note: 'A test', plans }
  return (await staff.as('author', 'POST', 'catalogue-drafts/', { body })).body.id
}

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString()

const draftKind: Kind = {
  prepare: async () => {
    const path = `catalogue-drafts/${await newDraft()}/propose/`
    return { path, body: { revision: 1, starts_at: inAnHour() } }
  },
  show: (id) => ({
    approval: { path: `catalogue-drafts/${id}/approve/`, body: { revision: 1 } },
    object: `catalog draft ${id}`,
    action: 'reopen catalog draft',
    code: 'wrong_draft_state',
  }),
}

const kinds: Record<string, Kind> = {
  'access change': {
    prepare: () => {
      const body = { kind: 'add', username: newName(), role: 'support', reason: 'New here' }
      return Promise.resolve({ path: 'access-changes/', body })
    },
    show: (id, { body }) => ({
      approval: { path: `access-changes/${id}/approve/` },
      object: `operator ${String(body?.username)}`,
      action: 'reject access change',
      code: 'already_decided',
    }),
  },
  'members import': {
    prepare: () => Promise.resolve({ path: 'member-imports/', body: fileOf(newName()) }),
    show: (id) => ({
      approval: { path: `member-imports/${id}/approve/` },
      object: `import ${id}`,
      action: 'discard import',
      code: 'wrong_import_state',
    }),
  },
  'import correction': {
    prepare: async () => {
      const [path, username] = [`member-imports/${await failedImport()}/corrections/`, newName()]
      const cells = { sponsor: '', plans: '', side: '', language: 'en' }
      return { path, body: { row: 2, username, email: `${username}@example.org`, ...cells } }
    },
    show: (id, { path }) => ({
      approval: { path: `import-corrections/${id}/approve/` },
      object: `import ${path.split('/')[1]}`,
      action: 'discard import correction',
      code: 'already_decided',
    }),
  },
  'catalog draft': draftKind,
}

async function propose(kind: Kind, who: string): Promise<Proposal> {
  const sent = await kind.prepare()
  const { body } = await send(who, sent)
  return kind.show(z.looseObject({ id: z.string() }).parse(body).id, sent)
}

async function change(form: object): Promise<void> {
  const body = { reason: 'Moves on', ...form }
  const { body: asked } = await staff.as('admin', 'POST', 'access-changes/', { body })
  const done = await staff.as('deputy', 'POST', `access-changes/${asked.id}/approve/`)
  expect(done.status).toBe(200)
}

const losses: Record<string, (who: string) => Promise<unknown>> = {
  'disabled in the console': (username) => change({ kind: 'disable', username }),
  'demoted in the console': (username) => change({ kind: 'role', username, role: 'finance' }),
  'reset in the console': (username) => change({ kind: 'reset', username }),
  'disabled at the command line': (username) => disableOperator(staff.edge, username),
  'reset at the command line': (username) => resetOperator(staff.edge.db, username),
}

const restore = (username: string) =>
  staff.edge.db
    .updateTable('operators')
    .set({ role: 'admin', disabled_at: null })
    .where('username', '=', username)
    .execute()

describe.each(Object.entries(kinds))('the %s of a former admin', (_name, kind) => {
  test.each(sample(Object.entries(losses), 3))('who was %s ends for good', async (_how, lose) => {
    const who = await newAdmin()
    const { approval, object, action, code } = await propose(kind, who)
    await lose(who)
    expect(await newestEntry(staff.edge, object)).toMatchObject({ action })
    expect(refusal(await send('admin', approval))).toEqual([409, code])
    await restore(who)
    expect(refusal(await send('admin', approval))).toEqual([409, code])
  })

  test('who lost the right unnoticed doesn’t count', async () => {
    const who = await newAdmin()
    const { approval } = await propose(kind, who)
    await sql`update operators set role = 'finance' where username = ${who}`.execute(staff.edge.db)
    expect((await send('admin', approval)).status).toBe(409)
  })
})

const removals: [string, ReturnType<typeof sql>][] = [
  ['disabled', sql`disabled_at = now()`],
  ['demoted', sql`role = 'finance'`],
]

describe.each(Object.entries(kinds))('with an admin %s on its way', (_name, kind) => {
  test.each(sample(removals, 2))(
    'who is %s meanwhile, it isn’t approved',
    async (_how, removal) => {
      const who = await newAdmin()
      const { approval } = await propose(kind, 'author')
      const lose = [sql`update operators set ${removal} where username = ${who}`]
      const late = await behind(staff.edge.db, lose, () => send(who, approval))
      expect(refusal(late)).toEqual([403, 'forbidden'])
      expect((await send('admin', approval)).status).toBe(200)
    },
  )

  test.each(sample(removals, 2))(
    'who is %s meanwhile, it isn’t proposed',
    async (_how, removal) => {
      const who = await newAdmin()
      const sent = await kind.prepare()
      const lose = [sql`update operators set ${removal} where username = ${who}`]
      const late = await behind(staff.edge.db, lose, () => send(who, sent))
      expect(refusal(late)).toEqual([403, 'forbidden'])
    },
  )
})

test('ends a former admin’s request to mute an alert', async () => {
  const who = await newAdmin()
  const path = 'alerts/solvency/' as const
  const asked = await staff.as(who, 'POST', path, { body: { enabled: false, limit: '100' } })
  expect(asked.body.pending?.by).toBe(who)
  await disableOperator(staff.edge, who)
  await restore(who)
  expect(await newestEntry(staff.edge, 'alert solvency')).toMatchObject({
    action: 'withdraw approval',
  })
  const second = await staff.as('admin', 'POST', path, { body: { enabled: false, limit: '100' } })
  expect(second.body).toMatchObject({ enabled: true, pending: { by: 'admin' } })
})

test.each(['author', 'approver'])('returns a due draft if %s is no admin', async (gone) => {
  await staff.add('approver', 'admin')
  const { approval, object } = await propose(draftKind, 'author')
  expect((await send('approver', approval)).status).toBe(200)
  const { db } = staff.edge
  await sql`update operators set role = 'finance' where username = ${gone}`.execute(db)
  const no = approval.path.split('/')[1]
  await sql`update catalog_drafts set starts_at = now() where no = ${no}`.execute(db)
  const worker = contextAs(staff.edge, 'worker')
  await publishDueDrafts(worker).finally(() => worker.pool.end())
  await restore(gone)
  expect(await newestEntry(staff.edge, object)).toEqual({
    operator: 'publication',
    action: 'return catalog draft',
    reason: 'Its proposer or approver is no longer an admin.',
  })
})
