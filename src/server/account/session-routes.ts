import { requireProof } from '../http/require-proof.ts'
import { byMember } from '../http/limit-key.ts'
import { requireFound } from '../../contract/refusals/reject.ts'
import { route, type Route } from '../http/route.ts'
import { endSessions } from '../auth/end-sessions.ts'
import { confirmTotp, disableTotp, startTotp } from '../auth/member-totp.ts'
import { readSecurity } from '../auth/security-state.ts'
import * as sessions from '../auth/sessions.ts'
import { proveMember } from '../auth/step-up.ts'
import { answerText, text } from '../../contract/texts/texts.ts'

export const sessionRoutes: Route[] = [
  route('stepUp', async ({ context, member, body, limiter, reply }) => {
    await limiter.count('stepUp', byMember(member.no), reply)
    return await proveMember(context, member, body)
  }),
  route('startTotp', ({ context: { db, config }, member }) => {
    requireProof(member)
    return startTotp(db, config.authSecret, member)
  }),
  route('confirmTotp', async ({ context: { db, config }, member, body, limiter, reply }) => {
    await limiter.count('secondFactor', byMember(member.no), reply)
    await confirmTotp(db, config, member, body.code)
    return answerText(text('totp_set_up'))
  }),
  route('disableTotp', async ({ context: { db, config }, member }) => {
    requireProof(member)
    await disableTotp(db, config, member)
    return answerText(text('totp_removed'))
  }),
  route('getSecurity', async ({ context: { db, config }, member }) =>
    requireFound(await readSecurity(db, config, member.no)),
  ),
  route('listSessions', ({ context, member }) =>
    sessions.listSessions(context.db, member.no, member.session),
  ),
  route('endSession', async ({ context, member, params }) => {
    await sessions.endOwnSession(context.db, member.no, BigInt(params.id))
    return answerText(text('session_ended'))
  }),
  route('endOtherSessions', async ({ context, member }) => {
    await endSessions(context.db, member.no, member.session)
    return answerText(text('other_sessions_ended'))
  }),
]
