import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../src/web/i18n/english.ts'
import {
  readSession,
  setSession,
  type Operator,
} from '../../src/web/console/session/operator-session.ts'
import { isChangeRunning, untilAnswered } from '../../src/web/console/session/running-changes.ts'
import { renewOperator } from '../../src/web/console/session/start-session.ts'

const operator = (username: string): Operator => ({
  username,
  role: 'support',
  totp_enrolled: false,
  passkeys: 0,
  must_change_password: true,
  idle_minutes: 30,
})

const signIn = (username: string) => setSession({ status: 'in', operator: operator(username) })

beforeEach(() => {
  vi.stubGlobal('localStorage', undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  signIn('sam')
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('does not report a change as failed when only its refresh fails', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')))
  await renewOperator({ must_change_password: false })
  expect(readSession()).toEqual({
    status: 'in',
    operator: { ...operator('sam'), must_change_password: false },
  })
})

test('counts a change as running until its answer', async () => {
  const answer = Promise.withResolvers<string>()
  const seen: boolean[] = []
  const change = untilAnswered(answer.promise).then(() => seen.push(isChangeRunning()))
  seen.push(isChangeRunning())
  answer.resolve('')
  await change
  const refused = untilAnswered(Promise.reject(new Error('refused')))
  await expect(refused).rejects.toThrow('refused')
  expect([...seen, isChangeRunning()]).toEqual([true, false, false])
})
