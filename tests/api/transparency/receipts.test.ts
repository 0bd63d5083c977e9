/** Receipts of members' own entries, and the proof of a day's seal. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wallet } from '../../../src/domain/ledger/account.ts'
import { isFault, openCheckpoint } from '../../../src/proof/note.ts'
import { readReceipt } from '../../../src/proof/receipt.ts'
import { sha256 } from '../../../src/server/transparency/log/sha256.ts'
import { itemAt } from '../../support/answer.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addMember, fundMember, type TestMember } from '../support/members.ts'
import { sealToday, signLog, testSigner } from '../support/makers/transparency-makers.ts'

let edge: Edge
let sponsor: TestMember
let member: TestMember
let journals: { deposit: string; activation: string; foreign: string }
beforeAll(async () => {
  edge = await openEdge()
  sponsor = await addMember(edge, 'saul')
  await activate(sponsor)
  const me = await edge.call('GET', '/api/accounts/me/', { token: sponsor.access })
  member = await addMember(edge, 'rita', me.body.referral_code)
  await activate(member)
  const [deposit, activation] = await entriesOf(member)
  const [foreign] = await entriesOf(sponsor)
  journals = { deposit: deposit ?? '', activation: activation ?? '', foreign: foreign ?? '' }
})
afterAll(() => edge.close())

async function activate({ no, access }: TestMember): Promise<void> {
  await fundMember(edge, no, 5)
  const me = await edge.call('GET', '/api/accounts/me/', { token: access })
  const url = `/api/accounts/profiles/${itemAt(me.body.profiles, 0).id}/wallet-activate/` as const
  expect((await edge.call('POST', url, { token: access })).status).toBe(200)
}

async function entriesOf({ access }: TestMember): Promise<string[]> {
  const { body } = await edge.call(
    'GET',
    '/api/accounts/statement/?from=2020-01-01&to=2120-01-01',
    { token: access },
  )
  return body.entries.map(({ journal }) => journal)
}

const ask = ({ access }: TestMember, journal: string) =>
  edge.call('GET', `/api/accounts/proofs/receipts/${journal}/` as const, { token: access })

function read(text: string) {
  const receipt = readReceipt(sha256, text)
  if (isFault(receipt)) throw new Error(`${receipt.field}: ${receipt.fault}`)
  expect(openCheckpoint(receipt.note, [testSigner.verifier], ed25519.verify)).not.toHaveProperty(
    'fault',
  )
  return receipt
}

test('explains why an entry has no proof yet, and why a log is idle', async () => {
  const early = await ask(member, journals.deposit)
  expect([early.status, early.code]).toEqual([404, 'no_proof_yet'])
  await edge.db.updateTable('log_rest').set({ why: 'a test' }).execute()
  const resting = await ask(member, journals.deposit)
  expect([resting.status, resting.code]).toEqual([503, 'log_rests'])
  expect(resting.text).not.toContain('a test')
  await edge.db.updateTable('log_rest').set({ why: null }).execute()
})

test('shows members only their own lines of an entry', async () => {
  await signLog(edge)
  const answer = await ask(member, journals.activation)
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.headers['content-disposition']).toContain(`receipt-${journals.activation}.tlog-pr`)
  const { lines, entry } = read(answer.text)
  expect(lines.map(([what]) => what)).toEqual(['journal', 'posting', 'seat'])
  expect(lines[1]?.slice(3, 5)).toEqual([wallet(member.no), '-1000000'])
  expect(entry.n).toBeGreaterThan(lines.length)
  // The sponsor got a reward in the same entry, and sees that alone.
  const shared = read((await ask(sponsor, journals.activation)).text)
  expect(shared.entry).toEqual(entry)
  expect(shared.lines.map(([what]) => what)).toEqual(['journal', 'posting'])
  expect(shared.lines[1]?.[3]).toBe(wallet(sponsor.no))
})

test('keeps a receipt unchanged when the log grows', async () => {
  const before = await ask(member, journals.deposit)
  await addMember(edge, 'later')
  await signLog(edge)
  expect((await ask(member, journals.deposit)).text).toBe(before.text)
})

const saying = (problem: object) => ({ ...problem, instance: null, request_id: null })

test('answers alike for others’ entries, unknown ones, and malformed numbers', async () => {
  const [foreign, ...others] = await Promise.all(
    [journals.foreign, '999999999999999', '0', '-1', '1e3', 'x'].map(async (journal) =>
      saying((await ask(member, journal)).problem),
    ),
  )
  expect(foreign).toMatchObject({ code: 'not_found', status: 404 })
  for (const other of others) expect(other).toEqual(foreign)
})

test('proves the seal of a day, once the log has it', async () => {
  const day = await sealToday(edge)
  const url = `/api/transparency/seal/${day}/` as const
  expect((await edge.call('GET', url)).code).toBe('no_proof_yet')
  await signLog(edge)
  const answer = await edge.call('GET', url)
  expect(answer.headers['cache-control']).toBe('public, no-cache')
  const { entry, lines } = read(answer.text)
  const { body } = await edge.call('GET', '/api/transparency/days/')
  expect(entry).toMatchObject({ kind: 'seal_day', in: { day, sheet: body.results[0]?.sha256 } })
  expect(lines).toEqual([])
})
