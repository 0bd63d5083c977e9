import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callErrors,
  errorsOf,
  fileErrors,
  preRoutingErrors,
  statusIn,
} from '../../../src/contract/call-errors.ts'
import { calls } from '../../../src/contract/calls.ts'
import type { CallContract } from '../../../src/contract/endpoint.ts'
import { edgeRefusals, statusOf, type AnyCode } from '../../../src/contract/refusals/refusals.ts'
import { api, type CallName } from '../../../src/contract/routes.ts'
import { accountRefusals } from './account-refusals.ts'
import { openStage, send, type Stage, type Who } from '../support/call-stage.ts'
import { consoleRefusals } from './console-refusals.ts'
import { depositRefusals } from './deposit-refusals.ts'
import { isLong, sample } from '../../support/scale.ts'
import type { Answer } from '../support/edge.ts'
import { callsWith } from './general-refusals.ts'
import { invalidInputs } from './invalid-inputs.ts'
import { openMoneyWorld, type MoneyWorld } from '../support/money-world.ts'
import { operatorRefusals } from './operator-refusals.ts'
import {
  generalCodes,
  meantBy,
  outageCodes,
  saidBy,
  type Case,
  type CasesOf,
  type Invalid,
  type Unprovoked,
} from './refusal-cases.ts'
import { ownDataRefusals } from './own-data-refusals.ts'
import { passkeyRefusals } from './passkey-refusals.ts'
import { importRefusals } from './import-refusals.ts'
import { transparencyRefusals } from './transparency-refusals.ts'
import { webhookRefusals } from './webhook-refusals.ts'
import { withdrawalRefusals } from './withdrawal-refusals.ts'

// Each call's own refusals: code, status, sentence and fields. The contract lists the refusals, and
// the types require a case for each. The long run plays them all, in both slash forms. Otherwise
// each refusal is provoked once, in the first call that lists it, and a sixth of the calls get
// their invalid inputs.

const cases: CasesOf<CallName> = {
  ...accountRefusals,
  ...ownDataRefusals,
  ...depositRefusals,
  ...withdrawalRefusals,
  ...operatorRefusals,
  ...consoleRefusals,
  ...webhookRefusals,
  ...passkeyRefusals,
  ...transparencyRefusals,
  ...importRefusals,
}
const names = Object.keys(api) as CallName[]
const slashes = isLong ? ['/', ''] : ['/']

let world: MoneyWorld
let stage: Stage
beforeAll(async () => {
  world = await openMoneyWorld()
  stage = await openStage(world)
})
afterAll(() => world.close())

type Found = Case | readonly Case[] | Unprovoked
const casesOf = (name: CallName) =>
  Object.entries((cases as Record<string, Record<string, Found>>)[name] ?? {})

const rows = names.flatMap((name) =>
  casesOf(name).flatMap(([code, found]) => {
    const each = 'reason' in found ? [] : [found].flat()
    return each.map((one): [string, string, Case] => [name, code, one])
  }),
)

const firsts = new Map(rows.toReversed().map((row) => [row[1], row]))
const played = isLong ? rows : [...firsts.values()].toReversed()

test.each(played)('%s: %s', async (_name, code, found) => {
  for (const slash of slashes) {
    const answer = await found.ask(stage, slash)
    expect(saidBy(answer, found)).toEqual(meantBy(code, found))
  }
})

const inputs = Object.entries(invalidInputs) as [CallName, readonly Invalid[]][]

function ask(name: CallName, { query, body }: Invalid, slash: string): Promise<Answer> {
  const { access, method } = api[name]
  const known = api[name].path.replace(':item', 'regions').replace(':queue', 'messages')
  const path = known.replace(/:\w+/g, '1').replace(/\/$/, slash)
  const search = query ? `?${new URLSearchParams(query)}` : ''
  const raw = method === 'GET' ? undefined : JSON.stringify(body)
  const who: Who =
    access === 'visitor'
      ? {}
      : access === 'member'
        ? { token: stage.member.access }
        : stage.operators.admin
  return send(stage, { method, url: path + search, body: raw, who })
}

describe('refuses invalid input by field', () => {
  test.each(sample(inputs, 6))('%s', async (name, list) => {
    for (const input of list) {
      const { errors } = input
      const detail = Object.values(errors ?? {})[0]?.[0]
      const expected = { ...(errors ? { errors } : {}), ...(detail ? { detail } : {}), status: 400 }
      for (const slash of slashes) {
        const answer = await ask(name, input, slash)
        expect(saidBy(answer, expected)).toEqual(meantBy('invalid_request', expected))
      }
    }
  })
})

// Rules that no call can break, because the HTTP edge checks them first.
const neverOverHttp: Partial<Record<AnyCode, string>> = {
  already_founded: 'The product founds itself when it starts.',
  reason_required: 'The schemas want a reason of three characters.',
}

const callsByCode = generalCodes.map((code) => [code, new Set(callsWith(code))] as const)

const provoked = (name: CallName): readonly string[] => [
  ...casesOf(name).map(([code]) => code),
  ...(name in invalidInputs ? ['invalid_request'] : []),
  ...callsByCode.filter(([, calls]) => calls.has(name)).map(([code]) => code),
  ...outageCodes,
]

test('lists every refusal in the contract, each with a test', () => {
  const untested = names.flatMap((name) => {
    const tested = new Set(provoked(name))
    return errorsOf(name).flatMap((code) => (tested.has(code) ? [] : [`${name}: ${code}`]))
  })
  expect(untested).toEqual([])
  const ofCalls = names.flatMap(errorsOf)
  const listed = new Set<string>([...ofCalls, ...preRoutingErrors, ...fileErrors])
  const unlisted = Object.keys(edgeRefusals).filter((code) => !listed.has(code))
  expect(unlisted).toEqual([])
  expect(Object.keys(neverOverHttp).filter((code) => listed.has(code))).toEqual([])
  const takesInput = names.filter((name) => {
    const { query, body }: CallContract = calls[name]
    return query !== undefined || body !== undefined
  })
  const withInput = names.filter((name) =>
    (callErrors(name) as readonly string[]).includes('invalid_request'),
  )
  expect(withInput.toSorted()).toEqual(takesInput.toSorted())
})

test('gives one code different statuses in different calls', () => {
  expect(statusIn('requestWithdrawal', 'insufficient_balance')).toBe(400)
  expect(statusIn('activateProfile', 'insufficient_balance')).toBe(statusOf('insufficient_balance'))
})
