import type { CallName } from '../../../../src/contract/routes.ts'
import { addStaff, by, make, none, plain, type Maker, type Stage } from '../call-stage.ts'
import { addMember } from '../members.ts'
import {
  addOperatorPasskey,
  addPasskey,
  answerOperatorSignIn,
  answerOperatorStepUp,
  answerSignIn,
  answerStepUp,
  newAuthenticator,
} from '../passkeys.ts'

// Valid requests with passkeys.

/** A member with a passkey. */
export async function keyedMember({ world, name }: Stage) {
  const member = await addMember(world.edge, name())
  return { member, ...(await addPasskey(world.edge, member.access)) }
}

/** An operator with a passkey. */
export async function keyedOperator({ world, name }: Stage) {
  const username = name()
  const { password, ...who } = await addStaff(world, username, 'support')
  return { username, password, who, ...(await addOperatorPasskey(world.edge, who.headers)) }
}

/** A new passkey that isn't sent yet. */
export async function unsentPasskey({ world: { edge } }: Stage, token: string) {
  const { body } = await edge.call('POST', '/api/auth/passkeys/options/', { token, body: {} })
  const credential = newAuthenticator(edge).create(body.options)
  return { ceremony: body.ceremony, name: 'Phone', credential }
}

export async function unsentOperatorPasskey(
  { world: { edge } }: Stage,
  headers: Record<string, string>,
) {
  const url = '/api/operator/auth/passkeys/options/'
  const { body } = await edge.call('POST', url, { headers, body: {} })
  const credential = newAuthenticator(edge).create(body.options)
  return { ceremony: body.ceremony, name: 'Laptop', credential }
}

export const passkeyMakers: Partial<Record<CallName, Maker>> = {
  startPasskeySignIn: plain('startPasskeySignIn'),
  signInWithPasskey: async (stage) => {
    const { device } = await keyedMember(stage)
    return make('signInWithPasskey', none, { body: await answerSignIn(stage.world.edge, device) })
  },
  startPasskeyStepUp: plain('startPasskeyStepUp'),
  stepUpWithPasskey: async (stage) => {
    const { member, device } = await keyedMember(stage)
    const body = await answerStepUp(stage.world.edge, member.access, device)
    return make('stepUpWithPasskey', by(member), { body })
  },
  listPasskeys: plain('listPasskeys'),
  startPasskey: plain('startPasskey'),
  addPasskey: async (stage) => {
    const member = await addMember(stage.world.edge, stage.name())
    return make('addPasskey', by(member), { body: await unsentPasskey(stage, member.access) })
  },
  renamePasskey: async (stage) => {
    const { member, passkey } = await keyedMember(stage)
    const params = { id: passkey.id }
    return make('renamePasskey', by(member), { params, body: { name: 'Tablet' } })
  },
  removePasskey: async (stage) => {
    const { member, passkey } = await keyedMember(stage)
    return make('removePasskey', by(member), { params: { id: passkey.id } })
  },
  operatorStartPasskeySignIn: plain('operatorStartPasskeySignIn'),
  operatorSignInWithPasskey: async (stage) => {
    const { device } = await keyedOperator(stage)
    const body = await answerOperatorSignIn(stage.world.edge, device)
    return make('operatorSignInWithPasskey', none, { body })
  },
  operatorStartPasskeyStepUp: plain('operatorStartPasskeyStepUp'),
  operatorStepUpWithPasskey: async (stage) => {
    const { who, device } = await keyedOperator(stage)
    const body = await answerOperatorStepUp(stage.world.edge, who.headers, device)
    return make('operatorStepUpWithPasskey', who, { body })
  },
  operatorListPasskeys: plain('operatorListPasskeys'),
  operatorStartPasskey: plain('operatorStartPasskey'),
  operatorAddPasskey: async (stage) => {
    const who = await addStaff(stage.world, stage.name(), 'support')
    const body = await unsentOperatorPasskey(stage, who.headers)
    return make('operatorAddPasskey', { headers: who.headers }, { body })
  },
  operatorRenamePasskey: async (stage) => {
    const { who, passkey } = await keyedOperator(stage)
    const params = { id: passkey.id }
    return make('operatorRenamePasskey', who, { params, body: { name: 'Tablet' } })
  },
  operatorRemovePasskey: async (stage) => {
    const { who, passkey } = await keyedOperator(stage)
    return make('operatorRemovePasskey', who, { params: { id: passkey.id } })
  },
}
