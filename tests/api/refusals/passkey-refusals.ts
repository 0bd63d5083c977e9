import { MAX_PASSKEYS, passkeyNameLength } from '../../../src/contract/fields/limits.ts'
import type { CallName } from '../../../src/contract/routes.ts'
import { addStaff, by, make, none, send, type Stage } from '../support/call-stage.ts'
import { addMember } from '../support/members.ts'
import {
  keyedMember,
  keyedOperator,
  passkeyMakers,
  unsentOperatorPasskey,
  unsentPasskey,
} from '../support/makers/passkey-makers.ts'
import { answerOperatorSignIn, answerSignIn } from '../support/passkeys.ts'
import { suspend } from './account-refusals.ts'
import {
  forgetProof,
  required,
  whole,
  when,
  type Case,
  type CasesOf,
  type InvalidOf,
} from './refusal-cases.ts'

// The refusals of calls about passkeys. tests/api/account/passkeys.test.ts covers faults in an
// authenticator's answer.

type Answering =
  | 'signInWithPasskey'
  | 'stepUpWithPasskey'
  | 'addPasskey'
  | 'operatorSignInWithPasskey'
  | 'operatorStepUpWithPasskey'
  | 'operatorAddPasskey'

type Body = { ceremony: string; credential: { response: Record<string, string> } }

/** A valid request that was changed before sending. */
const changed = (name: Answering, change: (body: Body) => void): Case =>
  when(async (stage) => {
    const made = await passkeyMakers[name]?.(stage)
    if (!made) throw new Error(`there is no good request for ${name}`)
    const body = JSON.parse(made.body ?? '') as Body // as the maker wrote it
    change(body)
    return { ...made, body: JSON.stringify(body) }
  })

const answering = (name: Answering) => ({
  passkey_expired: changed(name, (body) => {
    body.ceremony = 'unknown'
  }),
  // Each form uses up its challenge, so the first of them decides.
  passkey_refused: {
    ask: async (stage: Stage, slash: string) =>
      await changed(name, ({ credential }) => {
        credential.response['clientDataJSON'] = 'e30'
      }).ask(stage, slash),
  },
})

/** Fills an account up to its limit. */
async function fillUp({ world }: Stage, owner: { member_no: number } | { operator: string }) {
  const rows = Array.from({ length: MAX_PASSKEYS }, (_, i) => ({
    ...owner,
    credential_id: Buffer.from(`${JSON.stringify(owner)} ${i}`),
    user_handle: Buffer.from('handle'),
    public_key: Buffer.from('key'),
    sign_count: 0n,
    synced: false,
    name: `Key ${i}`,
  }))
  await world.edge.db.insertInto('passkeys').values(rows).execute()
}

const unknown = { id: '999999999' }
const name = { name: 'Tablet' }

export const passkeyRefusals = {
  signInWithPasskey: {
    ...answering('signInWithPasskey'),
    email_not_verified: {
      ask: async (stage) => {
        const { member, device } = await keyedMember(stage)
        await stage.world.edge.db
          .updateTable('identities')
          .set({ verified_at: null })
          .where('member_no', '=', member.no)
          .execute()
        const body = await answerSignIn(stage.world.edge, device)
        return await send(stage, make('signInWithPasskey', none, { body }))
      },
    },
    account_suspended: {
      ask: async (stage) => {
        const { member, device } = await keyedMember(stage)
        const { edge } = stage.world
        await edge.book.submit({ command: suspend(member.no), by: { system: 'test' } })
        const body = await answerSignIn(edge, device)
        return await send(stage, make('signInWithPasskey', none, { body }))
      },
    },
    account_closed: {
      ask: async (stage) => {
        const { member, device } = await keyedMember(stage)
        const { edge } = stage.world
        const closed = { closed_at: new Date(), expires_at: new Date() }
        await edge.db
          .insertInto('account_closings')
          .values({ member_no: member.no, ...closed })
          .execute()
        const body = await answerSignIn(edge, device)
        return await send(stage, make('signInWithPasskey', none, { body }))
      },
    },
  },
  stepUpWithPasskey: answering('stepUpWithPasskey'),
  startPasskey: {
    step_up_required: when(async (stage) => {
      const member = await addMember(stage.world.edge, stage.name())
      await forgetProof(stage, member)
      return make('startPasskey', by(member), {})
    }),
    too_many_passkeys: when(async (stage) => {
      const member = await addMember(stage.world.edge, stage.name())
      await fillUp(stage, { member_no: member.no })
      return make('startPasskey', by(member), {})
    }),
  },
  addPasskey: {
    ...answering('addPasskey'),
    too_many_passkeys: {
      ask: async (stage) => {
        const member = await addMember(stage.world.edge, stage.name())
        const body = await unsentPasskey(stage, member.access)
        await fillUp(stage, { member_no: member.no })
        return await send(stage, make('addPasskey', by(member), { body }))
      },
    },
    passkey_exists: {
      ask: async (stage) => {
        const { member, device } = await keyedMember(stage)
        const { edge } = stage.world
        const token = member.access
        const asked = await edge.call('POST', '/api/auth/passkeys/options/', { token, body: {} })
        const { ceremony, options } = asked.body
        const body = { ceremony, ...name, credential: device.create(options) }
        return await send(stage, make('addPasskey', by(member), { body }))
      },
    },
  },
  renamePasskey: {
    not_found: when(async ({ member }) =>
      make('renamePasskey', by(member), { params: unknown, body: name }),
    ),
  },
  removePasskey: {
    not_found: when(async ({ member }) => make('removePasskey', by(member), { params: unknown })),
    step_up_required: when(async (stage) => {
      const { member, passkey } = await keyedMember(stage)
      await forgetProof(stage, member)
      return make('removePasskey', by(member), { params: { id: passkey.id } })
    }),
  },
  operatorStartPasskeySignIn: {
    wrong_origin: when(async () =>
      make('operatorStartPasskeySignIn', { headers: { origin: 'https://evil.example' } }, {}),
    ),
  },
  operatorSignInWithPasskey: {
    ...answering('operatorSignInWithPasskey'),
    wrong_origin: {
      ask: async (stage) => {
        const { device } = await keyedOperator(stage)
        const body = await answerOperatorSignIn(stage.world.edge, device)
        const foreign = { headers: { origin: 'https://evil.example' } }
        return await send(stage, make('operatorSignInWithPasskey', foreign, { body }))
      },
    },
  },
  operatorStepUpWithPasskey: answering('operatorStepUpWithPasskey'),
  operatorStartPasskey: {
    too_many_passkeys: when(async (stage) => {
      const username = stage.name()
      const who = await addStaff(stage.world, username, 'support')
      await fillUp(stage, { operator: username })
      return make('operatorStartPasskey', who, {})
    }),
  },
  operatorAddPasskey: {
    ...answering('operatorAddPasskey'),
    too_many_passkeys: {
      ask: async (stage) => {
        const username = stage.name()
        const who = await addStaff(stage.world, username, 'support')
        const body = await unsentOperatorPasskey(stage, who.headers)
        await fillUp(stage, { operator: username })
        return await send(stage, make('operatorAddPasskey', who, { body }))
      },
    },
    passkey_exists: {
      ask: async (stage) => {
        const { who, device } = await keyedOperator(stage)
        const { edge } = stage.world
        const url = '/api/operator/auth/passkeys/options/'
        const asked = await edge.call('POST', url, { headers: who.headers, body: {} })
        const { ceremony, options } = asked.body
        const body = { ceremony, ...name, credential: device.create(options) }
        return await send(stage, make('operatorAddPasskey', who, { body }))
      },
    },
  },
  operatorRenamePasskey: {
    not_found: when(async ({ operators }) =>
      make('operatorRenamePasskey', operators.support, { params: unknown, body: name }),
    ),
  },
  operatorRemovePasskey: {
    not_found: when(async ({ operators }) =>
      make('operatorRemovePasskey', operators.support, { params: unknown }),
    ),
    // In development, the password alone opens the console anyway.
    last_second_factor: {
      ask: async (stage) => {
        const { who, passkey } = await keyedOperator(stage)
        const { config } = stage.world.edge
        config.production = true
        const made = make('operatorRemovePasskey', who, { params: { id: passkey.id } })
        const answer = await send(stage, made)
        config.production = false
        return answer
      },
    },
  },
} satisfies Partial<CasesOf<CallName>>

const names = [
  { body: {}, errors: { name: required } },
  {
    body: { name: 'x'.repeat(passkeyNameLength.max + 1) },
    errors: { name: [`Use at most ${passkeyNameLength.max} characters.`] },
  },
]
const answers = [whole]

export const passkeyInputs = {
  signInWithPasskey: answers,
  stepUpWithPasskey: answers,
  addPasskey: answers,
  renamePasskey: names,
  operatorSignInWithPasskey: answers,
  operatorStepUpWithPasskey: answers,
  operatorAddPasskey: answers,
  operatorRenamePasskey: names,
} satisfies Partial<InvalidOf<CallName>>
