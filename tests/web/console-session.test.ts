import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../src/web/i18n/english.ts'
import {
  dropDraft,
  keepDraft,
  keepDraftsOnlyOf,
  readDraft,
} from '../../src/web/console/session/drafts.ts'
import {
  endSession,
  readSession,
  setSession,
  type Operator,
} from '../../src/web/console/session/operator-session.ts'
import { isChangeRunning, untilAnswered } from '../../src/web/console/session/running-changes.ts'
import { attachToaster, type ToastNote } from '../../src/web/ui/toast/toast.ts'
import { renewOperator, signOut } from '../../src/web/console/session/start-session.ts'

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
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => void stored.set(name, text),
    removeItem: (name: string) => void stored.delete(name),
  })
  vi.stubGlobal('localStorage', undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  signIn('sam')
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const EMPTY = { answer: '' }

test('keeps a draft through an idle sign-out, for its operator only', () => {
  keepDraft('message 7', { answer: 'We have looked' })
  endSession('You were signed out because you were inactive.')
  expect(readDraft('message 7', EMPTY)).toEqual(EMPTY)
  signIn('lee')
  expect(readDraft('message 7', EMPTY)).toEqual(EMPTY)
  signIn('sam')
  expect(readDraft('message 7', EMPTY)).toEqual({ answer: 'We have looked' })
  // What signing in does.
  signIn('lee')
  keepDraftsOnlyOf('lee')
  signIn('sam')
  expect(readDraft('message 7', EMPTY)).toEqual(EMPTY)
})

test('drops a sent draft, and makes room for new ones', () => {
  for (let id = 1; id <= 21; id++) keepDraft(`message ${id}`, { answer: `No. ${id}` })
  expect(readDraft('message 1', EMPTY)).toEqual(EMPTY)
  expect(readDraft('message 2', EMPTY)).toEqual({ answer: 'No. 2' })
  dropDraft('message 2')
  expect(readDraft('message 2', EMPTY)).toEqual(EMPTY)
  expect(readDraft('message 3', EMPTY)).toEqual({ answer: 'No. 3' })
})

test('ignores a draft whose form has other fields now', () => {
  const saved = { revision: 2, plans: [{ fee: '10.00' }] }
  keepDraft('catalog 1', { revision: 1, plans: [{ fee: '12.00' }] })
  expect(readDraft('catalog 1', saved).plans).toEqual([{ fee: '12.00' }])
  for (const other of [{ revision: 1 }, { revision: '1', plans: [] }, 'text', null]) {
    keepDraft('catalog 1', other)
    expect(readDraft('catalog 1', saved)).toBe(saved)
  }
})

test('does not report a change as failed when only its refresh fails', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')))
  await renewOperator({ must_change_password: false })
  expect(readSession()).toEqual({
    status: 'in',
    operator: { ...operator('sam'), must_change_password: false },
  })
})

test('keeps the console open when nobody confirms the sign-out', async () => {
  const opened: string[] = []
  vi.stubGlobal('window', { location: { assign: (path: string) => opened.push(path) } })
  const shown: ToastNote[] = []
  const detach = attachToaster({ show: (note) => shown.push(note), dismissErrors: () => undefined })
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')))
  await signOut()
  expect([opened, shown.map(({ title }) => title)]).toEqual([[], ['You’re still signed in']])
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ detail: 'Signed out.' })))
  await signOut()
  expect([opened, shown.length]).toEqual([['/operator'], 1])
  detach()
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

test('keeps which boxes of a form are checked', () => {
  const form = { url: '', events: [] as string[] }
  keepDraft('webhook', { url: 'https://kept.example', events: ['member.joined'] })
  expect(readDraft('webhook', form).events).toEqual(['member.joined'])
  keepDraft('webhook', { url: 'https://kept.example', events: [{ type: 'member.joined' }] })
  expect(readDraft('webhook', form)).toEqual(form)
})
