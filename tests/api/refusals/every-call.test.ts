import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api, type CallName } from '../../../src/contract/routes.ts'
import { isLong, sample } from '../../support/scale.ts'
import { makers } from '../support/makers/call-makers.ts'
import { addStaff, openStage, send, type Stage, type Who } from '../support/call-stage.ts'
import type { Answer } from '../support/edge.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'
import { pathOf, withSlash } from './general-refusals.ts'

// One table over the whole contract: a valid answer in both slash forms, and the refused callers.
// Outside the long run, a twelfth of the calls answer in one form.

let world: MoneyWorld
let stage: Stage
let strangers: [string, Who, string][]
beforeAll(async () => {
  // Only the web process, with its own database role, so these answers need no other right.
  world = await openMoneyWorld({ PROCESS: 'web' })
  stage = await openStage(world)
  const [, claims = ''] = stage.member.access.split('.')
  const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
  strangers = [
    ['nobody', {}, 'not_authenticated'],
    ['garbage', { token: 'garbage' }, 'token_invalid'],
    ['alg none', { token: `${none}.${claims}.` }, 'token_invalid'],
    ['a refresh token', { token: stage.member.refresh }, 'token_invalid'],
    ['an operator', stage.operators.admin, 'not_authenticated'],
  ]
})
afterAll(() => world.close())

const names = (Object.keys(api) as CallName[]).filter((name) => name !== 'streamEvents')

const slashes = isLong ? ['/', ''] : ['/']

test('has a valid request for every call except the endless stream', () => {
  expect(Object.keys(makers).toSorted()).toEqual(names.toSorted())
})

describe('answers valid requests as the contract defines, with or without a slash', () => {
  test.each(sample(names, 12))('%s', async (name) => {
    for (const slash of slashes) {
      const made = withSlash(await (makers[name] as NonNullable<typeof makers.getMe>)(stage), slash)
      const answer = await send(stage, made)
      expect([made.url, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([
        made.url,
        api[name].status,
        '',
      ])
    }
  })
})

const refusal = ({ status, problem }: Answer): [number, string] => [status, problem.code]

function asWho(name: CallName, who: Who, slash: string): Promise<Answer> {
  const { method } = api[name]
  const url = slash === '/' ? pathOf(name) : pathOf(name).replace(/\/$/, '')
  const body = method === 'GET' || method === 'DELETE' ? undefined : '{}'
  return send(stage, { method, url, body, who })
}

test('refuses every member call from others', async () => {
  for (const name of (Object.keys(api) as CallName[]).filter(
    (each) => api[each].access === 'member',
  )) {
    for (const [label, who, code] of strangers) {
      for (const slash of slashes) {
        const answer = await asWho(name, who, slash)
        expect([name, label, ...refusal(answer)]).toEqual([name, label, 401, code])
      }
    }
  }
})

const rank = ['support', 'finance', 'admin'] as const
type Role = (typeof rank)[number]

test('refuses every operator call from members, strangers, and lower roles', async () => {
  const operatorCalls = names.filter((name) => !['visitor', 'member'].includes(api[name].access))
  const token = { token: stage.member.access }
  const forged = { headers: { cookie: `twofold_operator=${'A'.repeat(43)}` } }
  for (const name of operatorCalls) {
    for (const who of [{}, token, forged]) {
      expect([name, (await asWho(name, who, '/')).status]).toEqual([name, 401])
    }
    const lower = rank.slice(0, rank.indexOf(api[name].access as Role))
    for (const role of lower) {
      const answer = await asWho(name, stage.operators[role], '')
      expect([name, role, ...refusal(answer)]).toEqual([name, role, 403, 'forbidden'])
    }
    if (api[name].method === 'GET') continue
    const { headers: { cookie = '' } = {} } = stage.operators.admin
    const evil = { headers: { cookie, origin: 'https://evil.example' } }
    expect([name, ...refusal(await asWho(name, evil, '/'))]).toEqual([name, 403, 'wrong_origin'])
  }
})

test('answers not_found for another member’s objects in every call that names one', async () => {
  const other = await world.member(stage.name())
  const foreign = {
    endSession: 404,
    getProfile: 404,
    activateProfile: 404,
    getBoard: 404,
    getTree: 404,
    getTreeChildren: 404,
    getTreeCounts: 404,
    getTreePath: 404,
    listDownline: 404,
    getTreeWindow: 404,
    getTreeMap: 404,
    getTreeUser: 404,
    explainRewards: 404,
    verifyDeposit: 404,
    acceptDeposit: 404,
    acceptUnattributed: 404,
    getDeposit: 404,
    cancelWithdrawal: 404,
  } as const
  for (const name of sample(Object.keys(foreign) as (keyof typeof foreign)[], 6)) {
    const made = await (makers[name] as NonNullable<typeof makers.getMe>)(stage)
    const answer = await send(stage, { ...made, who: { token: other.access } })
    expect([name, answer.status]).toEqual([name, 404])
  }
})

test('refuses every call from suspended members and ended staff sessions', async () => {
  const gone = await world.member(stage.name())
  const command = { kind: 'set_suspended', member: gone.no, on: true } as const
  await world.edge.book.submit({ command, by: { operator: 'test' } })
  const staff = await addStaff(world, stage.name(), 'admin')
  await world.edge.call('POST', '/api/operator/auth/logout/', {
    headers: staff.headers ?? {},
    body: {},
  })
  for (const name of names.filter((each) => api[each].access !== 'visitor')) {
    const who = api[name].access === 'member' ? { token: gone.access } : staff
    expect([name, (await asWho(name, who, '/')).status]).toEqual([name, 401])
  }
})
