import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { deviceOf } from '../http/device-name.ts'
import { byOperator, type LimitKey } from '../http/limit-key.ts'
import { operatorCookie, operatorToken, requireOwnOrigin } from './operator-session.ts'
import { route, type Operator, type Route } from '../http/route.ts'
import { confirmOperatorTotp, startOperatorTotp } from './set-up-totp.ts'
import { signInOperator } from './sign-in.ts'
import { endOperatorSession, SESSION_HOURS } from './open-session.ts'
import { english, text } from '../../contract/texts/texts.ts'

const cookie = ({ config }: Context, value: string, maxAgeSeconds: number): string => {
  const { name, scope } = operatorCookie(config.publicUrl)
  return `${name}=${value}; ${scope}; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}`
}

const show = ({ config }: Context, operator: Operator) => ({
  username: operator.username,
  role: operator.role,
  totp_enrolled: operator.totpEnrolled,
  passkeys: operator.passkeys,
  must_change_password: operator.mustChangePassword,
  idle_minutes: config.operatorIdleMinutes,
})

// Browsers send their origin with every POST. No foreign page may sign anyone in or out.
export function refuseForeignOrigin(context: Context, request: FastifyRequest): void {
  if (request.headers.origin !== undefined) requireOwnOrigin(context, request)
}

/** Puts a new session into the cookie. Returns the signed-in operator. */
export function sendSession(
  context: Context,
  reply: FastifyReply,
  { token, operator }: { token: string; operator: Operator },
) {
  reply.header('Set-Cookie', cookie(context, token, SESSION_HOURS * 3600))
  return show(context, operator)
}

export const signInRoutes: Route[] = [
  route('operatorLogin', async ({ context, body, request, reply, limiter, address, log }) => {
    refuseForeignOrigin(context, request)
    const from = {
      device: deviceOf(request),
      address,
      requestId: request.id,
      log,
      countAccount: (key: LimitKey) => limiter.count('operatorSignIn', key, reply),
    }
    return sendSession(context, reply, await signInOperator(context, body, from))
  }),
  route('operatorLogout', async ({ context, request, reply }) => {
    refuseForeignOrigin(context, request)
    const token = operatorToken(context, request)
    if (token) await endOperatorSession(context.db, token, request.id)
    reply.header('Set-Cookie', cookie(context, '', 0))
    return { detail: english(text('logged_out')) }
  }),
  route('operatorGetMe', ({ context, operator }) => Promise.resolve(show(context, operator))),
  route('operatorStartTotp', ({ context, operator }) => startOperatorTotp(context, operator)),
  route('operatorConfirmTotp', async (call) => {
    const { context, operator, body, limiter, request, reply, address } = call
    await limiter.count('operatorSecondFactor', byOperator(operator.username), reply)
    const from = { device: deviceOf(request), address, requestId: request.id }
    await confirmOperatorTotp(context, operator, body.code, from)
    return { detail: 'Two-step verification is set up.' }
  }),
]
