import { sql } from 'kysely'
import { expect } from 'vitest'
import { codeOf } from '../support/call-stage.ts'
import type { Edge } from '../support/edge.ts'
import { ageAccount } from '../support/members.ts'

// What an owner and a thief of an account do in the tests of "This wasn't me" links.

export const next = 'a better horse battery'
export const mine = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
export const theirs = 'TKHuVq1oKVruCGLvqVexFs6dawKv6fQgFs'

/** Calls at the edge, which a test file opens later. */
export function disputeCalls(edge: () => Edge) {
  const call = <const M extends string, const U extends string>(
    method: M,
    path: U,
    body?: object,
    token?: string,
  ) => edge().call(method, `/api/${path}/`, { token, ...(body && { body }) })
  const age = (no: number, hours: number) => ageAccount(edge(), no, hours)
  return {
    call,
    update: (body: object, token: string) => call('PATCH', 'accounts/me/update', body, token),
    dispute: (token: string) => call('POST', `accounts/not-me/${token}`, {}),
    reset: (token: string, word: string) =>
      call('POST', 'accounts/reset-password', {
        token,
        new_password: word,
        confirm_password: word,
      }),
    async enableTotp(access: string): Promise<void> {
      const { body } = await call('POST', 'auth/totp', {}, access)
      const code = codeOf(body.otpauth_uri)
      expect((await call('POST', 'auth/totp/confirm', { code }, access)).status).toBe(200)
    },
    async stepUp(no: number): Promise<void> {
      await sql`update sessions set stepped_up_at = now() where member_no = ${no}`.execute(
        edge().db,
      )
    },
    age,
    /** Makes it so old that no dispute undoes it. */
    moveBack: (no: number) => age(no, 8 * 24),
  }
}
