import { sql } from 'kysely'
import { MAX_API_KEYS } from '../../../src/contract/fields/limits.ts'
import { bodyOf } from '../../support/answer.ts'
import type { CallName } from '../../../src/contract/routes.ts'
import {
  addStaff,
  approved,
  make,
  openWithdrawal,
  reason,
  send,
  type Maker,
  type Stage,
} from '../support/call-stage.ts'
import { addKey, newKey, waitingChange } from '../support/makers/console-makers.ts'
import { operating } from '../support/makers/operator-makers.ts'
import { currentPlans, newDraft, proposed, unsoundPlans } from '../support/makers/draft-makers.ts'
import { missing, when, type CasesOf } from './refusal-cases.ts'

// The own refusals of console calls about staff, queues, records and drafts.

const params = { id: '999999999' }

const change = (
  name: 'approveAccessChange' | 'rejectAccessChange',
  find: (stage: Stage) => Promise<string>,
): Maker => {
  return async (stage) => {
    const id = await find(stage)
    const who = stage.operators.admin
    return name === 'approveAccessChange'
      ? make(name, who, { params: { id } })
      : make(name, who, { params: { id }, body: reason })
  }
}

/** A change that another admin has already decided. */
async function decidedChange(stage: Stage): Promise<string> {
  const id = await waitingChange(stage)
  const who = await addStaff(stage.world, stage.name(), 'admin')
  await send(stage, make('rejectAccessChange', who, { params: { id }, body: reason }))
  return id
}

const onQueue =
  (name: 'claimItem' | 'releaseItem', role: 'support' | 'finance', claimed = false): Maker =>
  async (stage) => {
    const { id } = await openWithdrawal(stage)
    const item = { queue: 'withdrawals', id } as const
    if (claimed) await send(stage, make('claimItem', stage.operators.admin, { params: item }))
    return make(name, stage.operators[role], { params: item })
  }

const ends = '2100-01-01T00:00:00.000Z'
const claimedUntil = {
  status: 409,
  detail: `You’ve claimed this in another window, until ${ends}.`,
}

/** An approved withdrawal that the operator pays in another window. */
const claimedInWindow: Maker = async (stage) => {
  const { id } = await approved(stage)
  const claimIn = (window: string) =>
    make('claimItem', stage.operators.finance, {
      params: { queue: 'withdrawals', id },
      body: { window },
    })
  await send(stage, claimIn('first'))
  const { db } = stage.world.edge
  await db
    .updateTable('operator_claims')
    .set({ ends_at: new Date(ends) })
    .where('item', '=', BigInt(id))
    .execute()
  return claimIn('second')
}

/** A claim to pay, by an operator who signed in long ago. */
const claimedToPay: Maker = async (stage) => {
  const { id } = await approved(stage)
  const username = stage.name()
  const who = await addStaff(stage.world, username, 'finance')
  const input = { params: { queue: 'withdrawals', id } } as const
  await send(stage, make('claimItem', who, input))
  await stage.world.edge.db
    .updateTable('operator_sessions')
    .set({ stepped_up_at: new Date(0) })
    .where('operator', '=', username)
    .execute()
  return make('releaseItem', who, input)
}

const recordTerms: Maker = async ({ operators }) =>
  make('recordReadinessItem', operators.admin, {
    params: { item: 'terms' },
    body: { evidence: 'Seen.', done: true },
  })

const queueRefusals = (name: 'claimItem' | 'releaseItem') => ({
  not_found: when(async (stage) => {
    const made = await onQueue(name, 'finance')(stage)
    return { ...made, url: made.url.replace('/withdrawals/', '/lost-things/') }
  }),
  forbidden: when(onQueue(name, 'support')),
  claimed_by_another: when(onQueue(name, 'finance', true)),
})

/** The first key too many. */
const oneKeyTooMany: Maker = async (stage) => {
  await stage.world.edge.db.transaction().execute(async (tx) => {
    // Nobody added these keys, so the audit log lacks them.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into api_keys (name, role, hash, created_by, expires_at)
      select ${stage.name()} || n, 'support', convert_to(gen_random_uuid()::text, 'UTF8'), 'admin',
        now() + interval '30 days'
      from generate_series(1, ${MAX_API_KEYS}::int) n`.execute(tx)
  })
  return make('addApiKey', stage.operators.admin, { body: newKey(stage) })
}

const staff = {
  addApiKey: { too_many_keys: when(oneKeyTooMany) },
  revokeApiKey: {
    not_found: missing('revokeApiKey'),
    already_revoked: when(async (stage) => {
      const params = { id: await addKey(stage) }
      const made = make('revokeApiKey', stage.operators.admin, { params })
      await send(stage, made)
      return made
    }),
  },
  operatorEndSession: {
    not_found: missing('operatorEndSession'),
  },
  requestAccessChange: {
    change_pending: when(async (stage) => {
      const body = { kind: 'add', username: stage.name(), role: 'support', ...reason } as const
      const made = make('requestAccessChange', stage.operators.admin, { body })
      await send(stage, made)
      return made
    }),
  },
  approveAccessChange: {
    not_found: when(change('approveAccessChange', async () => params.id)),
    already_decided: when(change('approveAccessChange', decidedChange)),
    self_approval: when(change('approveAccessChange', waitingChange)),
    change_outdated: when(async (stage) => {
      const username = stage.name()
      const body = { kind: 'add', username, role: 'support', ...reason } as const
      const asked = make('requestAccessChange', stage.operators.admin, { body })
      const { id } = bodyOf('requestAccessChange', (await send(stage, asked)).body)
      await addStaff(stage.world, username, 'support')
      const who = await addStaff(stage.world, stage.name(), 'admin')
      return make('approveAccessChange', who, { params: { id } })
    }),
    last_admin: {
      reason:
        'The approver is an admin other than the operator concerned. Only two simultaneous ' +
        'changes, each approved by the other’s subject, could leave no admin.',
    },
  },
  rejectAccessChange: {
    not_found: when(change('rejectAccessChange', async () => params.id)),
    already_decided: when(change('rejectAccessChange', decidedChange)),
    self_approval: when(async (stage) => {
      const username = stage.name()
      const who = await addStaff(stage.world, username, 'admin')
      const body = { kind: 'disable', username, ...reason } as const
      const asked = make('requestAccessChange', stage.operators.admin, { body })
      const { id } = bodyOf('requestAccessChange', (await send(stage, asked)).body)
      return make('rejectAccessChange', who, { params: { id }, body: reason })
    }),
  },
  changeAlert: {
    not_found: when(async ({ operators }) =>
      make('changeAlert', operators.admin, {
        params: { name: 'nothing' },
        body: { enabled: true, limit: '1' },
      }),
    ),
  },
  claimItem: {
    ...queueRefusals('claimItem'),
    claimed_elsewhere: when(claimedInWindow, claimedUntil),
    wrong_state: when(
      async (stage) => {
        const { member, id } = await openWithdrawal(stage)
        await member.post(`rewards/withdrawals/${id}/cancel/`)
        const item = { queue: 'withdrawals', id } as const
        return make('claimItem', stage.operators.finance, { params: item })
      },
      { status: 409, detail: 'This request is already closed.' },
    ),
    already_answered: when(async (stage) => {
      const answer = await (operating.answerMessage as Maker)(stage)
      await send(stage, answer)
      const [id = ''] = /\d+/.exec(answer.url) ?? []
      const item = { queue: 'messages', id } as const
      return make('claimItem', stage.operators.support, { params: item })
    }),
  },
  releaseItem: {
    ...queueRefusals('releaseItem'),
    step_up_required: when(claimedToPay),
  },
  recordReadinessItem: {
    not_found: when(async (stage) => {
      const made = await recordTerms(stage)
      return { ...made, url: made.url.replace('terms', 'nothing') }
    }),
    checked_by_itself: when(recordTerms),
  },
} satisfies Partial<CasesOf<CallName>>

type Looked =
  | 'getMemberNetwork'
  | 'listMemberPostings'
  | 'listMemberActivity'
  | 'listMemberSessions'
  | 'listMemberNotes'
  | 'getWithdrawal'
  | 'getPayout'
  | 'getJournal'
  | 'getCatalogDraft'
  | 'getWhatIf'

const unknown = (name: Looked) => ({ not_found: missing(name) })

const records = {
  getMemberNetwork: unknown('getMemberNetwork'),
  listMemberPostings: unknown('listMemberPostings'),
  listMemberActivity: unknown('listMemberActivity'),
  listMemberSessions: unknown('listMemberSessions'),
  listMemberNotes: unknown('listMemberNotes'),
  getWithdrawal: unknown('getWithdrawal'),
  getPayout: unknown('getPayout'),
  getJournal: unknown('getJournal'),
  getWhatIf: unknown('getWhatIf'),
  endMemberSessions: {
    not_found: missing('endMemberSessions', reason),
  },
  addMemberNote: {
    not_found: missing('addMemberNote', { note: 'Called.' }),
  },
  resendMemberEmail: {
    not_found: missing('resendMemberEmail', { mail: 'password' }),
    already_verified: when(async ({ member, operators }) =>
      make('resendMemberEmail', operators.support, {
        params: { id: String(member.no) },
        body: { mail: 'verification' },
      }),
    ),
  },
  viewAsMember: {
    not_found: missing('viewAsMember', reason),
  },
} satisfies Partial<CasesOf<CallName>>

type DraftCall =
  | 'changeCatalogDraft'
  | 'discardCatalogDraft'
  | 'proposeCatalogDraft'
  | 'approveCatalogDraft'
  | 'returnCatalogDraft'
  | 'startWhatIf'

const soon = (): string => new Date(Date.now() + 3_600_000).toISOString()

/** A request about a draft, with the fields that any of these calls accepts. */
const onDraft =
  (name: DraftCall, find: (stage: Stage) => Promise<string>, form: object = {}): Maker =>
  async (stage) => {
    const id = await find(stage)
    const plans = await currentPlans(stage)
    const all = { note: 'A draft', plans, revision: 1, starts_at: soon(), ...reason, ...form }
    return make(name, stage.operators.admin, { params: { id }, body: all } as never)
  }

async function discarded(stage: Stage): Promise<string> {
  const id = await newDraft(stage)
  await send(stage, make('discardCatalogDraft', stage.operators.admin, { params: { id } }))
  return id
}

const unsoundDraft = async (stage: Stage): Promise<string> => {
  const body = { note: 'Too much', plans: await unsoundPlans(stage) }
  const made = make('addCatalogDraft', stage.operators.admin, { body })
  return bodyOf('addCatalogDraft', (await send(stage, made)).body).id
}

/** A draft, as if another catalog had taken effect after it was saved. */
const outdated = (find: (stage: Stage) => Promise<string>) => async (stage: Stage) => {
  const id = await find(stage)
  const { db } = stage.world.edge
  const rows = db.updateTable('catalog_drafts').where('no', '=', BigInt(id))
  await rows.set((eb) => ({ base_version: eb('base_version', '+', 100) })).execute()
  return id
}

/** A running replay of another draft. */
async function whileAnotherRuns(stage: Stage): Promise<string> {
  const [busy, id] = [await newDraft(stage), await newDraft(stage)]
  await stage.world.edge.db
    .insertInto('what_ifs')
    .values({ draft_no: BigInt(busy), revision: 1, until_seq: 1n, state: 'running' })
    .execute()
  return id
}

const nowhere = async (): Promise<string> => params.id
const common = (name: DraftCall) => ({
  not_found: when(onDraft(name, nowhere)),
  wrong_draft_state: when(onDraft(name, discarded)),
})

const drafts = {
  getCatalogDraft: unknown('getCatalogDraft'),
  changeCatalogDraft: {
    ...common('changeCatalogDraft'),
    draft_changed: when(onDraft('changeCatalogDraft', newDraft, { revision: 7 })),
  },
  discardCatalogDraft: common('discardCatalogDraft'),
  proposeCatalogDraft: {
    ...common('proposeCatalogDraft'),
    draft_changed: when(onDraft('proposeCatalogDraft', newDraft, { revision: 7 })),
    draft_outdated: when(onDraft('proposeCatalogDraft', outdated(newDraft))),
    unsound_catalogue: when(onDraft('proposeCatalogDraft', unsoundDraft), {
      status: 400,
      detail:
        'Bronze: the rewards and the sponsor bonus exceed the joining fee (1.01 against 1.00).',
    }),
  },
  approveCatalogDraft: {
    ...common('approveCatalogDraft'),
    draft_changed: when(onDraft('approveCatalogDraft', proposed, { revision: 7 })),
    draft_outdated: when(onDraft('approveCatalogDraft', outdated(proposed))),
    self_approval: when(onDraft('approveCatalogDraft', proposed)),
  },
  returnCatalogDraft: common('returnCatalogDraft'),
  startWhatIf: {
    not_found: when(onDraft('startWhatIf', nowhere)),
    what_if_busy: when(onDraft('startWhatIf', whileAnotherRuns)),
  },
} satisfies Partial<CasesOf<CallName>>

export const consoleRefusals = { ...staff, ...records, ...drafts }
