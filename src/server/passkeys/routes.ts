import { requireFound } from '../../contract/refusals/reject.ts'
import { answerText, text } from '../../contract/texts/texts.ts'
import { readUser } from '../account/queries.ts'
import { requireProof } from '../http/require-proof.ts'
import { deviceOf } from '../http/device-name.ts'
import { byAddress, keyText } from '../http/limit-key.ts'
import { route, type Route } from '../http/route.ts'
import {
  addMemberPasskey,
  proveByPasskey,
  removeMemberPasskey,
  signInWithPasskey,
  startMemberPasskey,
  startMemberRequest,
} from './member-passkeys.ts'
import { listPasskeys, renamePasskey, startRequest } from './passkeys.ts'

export const passkeyRoutes: Route[] = [
  route('startPasskeySignIn', ({ context, address }) =>
    startRequest(context, { purpose: 'sign_in', owner: keyText(byAddress(address)) }),
  ),
  route('signInWithPasskey', async ({ context, body, request, log }) => {
    const from = { device: deviceOf(request), log }
    const { tokens, member } = await signInWithPasskey(context, body, from)
    return { ...tokens, user: requireFound(await readUser(context.db, member)) }
  }),
  route('startPasskeyStepUp', ({ context, member }) => startMemberRequest(context, member)),
  route('stepUpWithPasskey', ({ context, member, body, log }) =>
    proveByPasskey(context, member, body, log),
  ),
  route('listPasskeys', ({ context: { db }, member }) => listPasskeys(db, { member: member.no })),
  route('startPasskey', ({ context, member }) => {
    requireProof(member)
    return startMemberPasskey(context, member)
  }),
  route('addPasskey', ({ context, member, body, log }) =>
    addMemberPasskey(context, member, body, log),
  ),
  route('renamePasskey', ({ context: { db }, member, params, body }) =>
    renamePasskey(db, { member: member.no }, BigInt(params.id), body.name),
  ),
  route('removePasskey', async ({ context, member, params }) => {
    requireProof(member)
    await removeMemberPasskey(context, member, BigInt(params.id))
    return answerText(text('passkey_removed'))
  }),
]
