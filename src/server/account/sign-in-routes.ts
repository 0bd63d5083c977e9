import { authenticateMember } from '../auth/caller.ts'
import { requireFound } from '../../contract/refusals/reject.ts'
import { route, type Route } from '../http/route.ts'
import { deviceOf } from '../http/device-name.ts'
import { bySession } from '../http/limit-key.ts'
import { readUser } from './queries.ts'
import * as sessions from '../auth/sessions.ts'
import { signIn } from '../auth/sign-in.ts'
import { answerText, text } from '../../contract/texts/texts.ts'

export const signInRoutes: Route[] = [
  route('login', async ({ context, body, request, reply, limiter, log }) => {
    const { tokens, member } = await signIn(context, body, {
      device: deviceOf(request),
      log,
      countAccount: (key) => limiter.count('signInAccount', key, reply),
    })
    return { ...tokens, user: requireFound(await readUser(context.db, member)) }
  }),
  route('logout', async ({ context, body }) => {
    const refresh = body?.refresh
    if (typeof refresh === 'string') await sessions.endSessionOf(context.db, refresh)
    return answerText(text('logged_out'))
  }),
  route('refreshToken', ({ context: { db, config }, body, limiter, reply }) =>
    sessions.refreshSession(db, config, body.refresh, (session) =>
      limiter.count('tokenRefresh', bySession(session), reply),
    ),
  ),
  route('verifyToken', async ({ context: { db, config }, body }) => {
    await authenticateMember(db, config.authSecret, body.token)
    return {}
  }),
]
