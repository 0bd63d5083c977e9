/** A member's proof of what we owe them: the file, and what makes it fail. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatUsd } from '../../../src/domain/money/money.ts'
import { groupOf } from '../../../src/proof/groups.ts'
import { isFault, openCheckpoint, type Fault } from '../../../src/proof/note.ts'
import { canonicalText, type Json } from '../../../src/proof/canonical.ts'
import { readLiabilityProof, type ProofFile } from '../../../src/proof/liability-proof.ts'
import { sha256 } from '../../../src/server/transparency/log/sha256.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { addPlainMembers } from '../support/many-members.ts'
import { addMember, fundMember, type TestMember } from '../support/members.ts'
import { sealSheet } from '../support/makers/seal-sheet.ts'
import { sealToday, signLog, testSigner } from '../support/makers/transparency-makers.ts'

/** Enough for the result groups to be shown. */
const PAYING = 21

let edge: Edge
let day: string
let poor: TestMember
let rich: TestMember
let late: TestMember
beforeAll(async () => {
  edge = await openEdge()
  poor = await addMember(edge, 'payer')
  for (const member of [...(await addPlainMembers(edge, PAYING - 1)), poor]) {
    await fundMember(edge, member.no, 5)
    const me = await edge.call('GET', '/api/accounts/me/', { token: member.access })
    const url = `/api/accounts/profiles/${me.body.profiles[0]?.id}/wallet-activate/` as const
    await edge.call('POST', url, { token: member.access })
  }
  rich = await addMember(edge, 'Rich_One')
  await fundMember(edge, rich.no, 120)
  day = await sealToday(edge)
  late = await addMember(edge, 'late')
})
afterAll(() => edge.close())

const ask = ({ access }: TestMember) =>
  edge.call('GET', `/api/accounts/proofs/${day}/` as const, { token: access })

const list = ({ access }: TestMember) =>
  edge.call('GET', '/api/accounts/proofs/', { token: access })

async function fileOf(member: TestMember): Promise<ProofFile> {
  const answer = await ask(member)
  expect(answer.status).toBe(200)
  return JSON.parse(answer.text) as ProofFile
}

function read(text: string) {
  const proof = readLiabilityProof(sha256, text)
  if (isFault(proof)) throw new Error(`${proof.field}: ${proof.fault}`)
  const keys = [testSigner.verifier]
  expect(openCheckpoint(proof.note, keys, ed25519.verify)).not.toHaveProperty('fault')
  return proof
}

/** What is wrong with a file after a change, if anything is. */
const faultAfter = (file: ProofFile, change: object): Partial<Fault> => {
  const changed = JSON.parse(JSON.stringify({ ...file, ...change })) as Json
  const proof = readLiabilityProof(sha256, canonicalText(changed))
  return isFault(proof) ? { code: proof.code, field: proof.field } : {}
}

test('has no proof until the log has the seal, nor for days before the member joined', async () => {
  expect([(await ask(poor)).code, (await ask(late)).code]).toEqual(['no_proof_yet', 'not_found'])
  await signLog(edge)
  expect((await ask(late)).code).toBe('not_found')
  expect((await list(late)).body).toEqual({ results: [] })
})

test('shows each member what we owe them, and the group of their result', async () => {
  const answer = await ask(poor)
  expect(answer.headers['content-disposition']).toContain(`proof-${day}.json`)
  expect(answer.text.length).toBeLessThan(8_000)
  const proof = read(answer.text)
  const { body } = await list(poor)
  expect(body.results).toMatchObject([{ day, balance: '4.00' }])
  expect(proof).toMatchObject({ day, username: poor.username, owed: 4_000_000n })
  // A dollar for the place and ten cents for the deposit.
  expect(proof.group).toBe(groupOf(-1_100_000n))
  expect(proof.together).toMatchObject({ members: PAYING + 1 })
  const sheet = await edge.call('GET', `/api/transparency/days/${day}/` as const)
  expect(proof.together.groups).toEqual(sheet.body.liabilities?.groups)
})

test('splits a large balance into parts, and counts the member in the first', async () => {
  const file = await fileOf(rich)
  const proof = read(canonicalText(file))
  expect(file.parts.length).toBe(Math.ceil(Number(proof.owed) / 25_000_000))
  expect(file.parts.map(({ group }) => group)).toEqual([0, ...file.parts.slice(1).map(() => null)])
  expect((await list(rich)).body.results[0]?.balance).toBe(formatUsd(proof.owed))
})

test('detects and names every change to a file', async () => {
  const [file, other] = [await fileOf(poor), await fileOf(rich)]
  const [part] = file.parts
  const [first, ...rest] = part?.path ?? []
  if (!part || first === undefined) throw new Error('no path')
  const parts = (change: object) => ({ parts: [{ ...part, ...change }] })
  const inPart = { code: 'part_changed', field: 'parts[0]' }
  // One leaf shown to two members, a smaller debt, and another place.
  expect(faultAfter(file, { username: 'payer0' })).toEqual(inPart)
  expect(faultAfter(file, parts({ owed: '3.99' }))).toEqual(inPart)
  expect(faultAfter(file, parts({ group: 6 }))).toEqual(inPart)
  expect(faultAfter(file, parts({ index: part.index + 1 }))).toEqual(inPart)
  expect(faultAfter(file, parts({ path: rest }))).toEqual(inPart)
  expect(faultAfter(file, parts({ path: [...rest, first] }))).toEqual(inPart)
  expect(faultAfter(file, parts({ salt: other.parts[0]?.salt }))).toEqual(inPart)
  // Not counted, counted twice, and a part that is kept back.
  expect(faultAfter(file, parts({ group: null })).code).toBe('other_group')
  const twice = other.parts.map((each) => ({ ...each, group: 0 }))
  expect(faultAfter(other, { parts: twice })).toEqual({
    code: 'other_group',
    field: 'parts[1].group',
  })
  expect(faultAfter(other, { parts: other.parts.slice(0, -1) })).toEqual(inPart)
  expect(faultAfter(other, { parts: other.parts.toReversed() }).code).toBe('other_group')
  expect(faultAfter(file, { more: 1 }).code).toBe('file_form')
  expect(readLiabilityProof(sha256, JSON.stringify(file, null, 1))).toMatchObject({
    code: 'file_form',
  })
})

test('rejects an altered sheet, which isn’t the sealed one', async () => {
  const file = await fileOf(poor)
  type Sheet = { origin: string; liabilities: { owed: string; members: number; groups: number[] } }
  const sheet = JSON.parse(file.sheet) as Sheet & Record<string, Json>
  const { owed, members, groups } = sheet.liabilities
  const withSheet = (change: object) =>
    faultAfter(file, { sheet: canonicalText({ ...sheet, ...change }) })
  const saying = (change: object) => withSheet({ liabilities: { ...sheet.liabilities, ...change } })
  // Another member gets another sheet of the day. Its seal isn't in the log.
  expect(saying({ owed: `1${owed}` })).toEqual({ code: 'other_sheet', field: 'seal' })
  expect(withSheet({ origin: 'other/log' }).code).toBe('other_sheet')
  expect(withSheet({ day: '2020-01-01' })).toEqual({ code: 'other_sheet', field: 'day' })
  // Members outside of all groups, or a group less.
  expect(saying({ members: members + 1 }).code).toBe('sheet_form')
  expect(saying({ groups: groups.slice(1) }).code).toBe('sheet_form')
  const sealOf = (text: string) => faultAfter(file, { seal: text })
  expect(sealOf(file.seal.replace(/index \d+/, 'index 0'))).toMatchObject({ code: 'index_changed' })
})

test('rejects a sealed sheet to which the parts don’t add up, or of another log', async () => {
  const file = await fileOf(poor)
  type Sheet = { liabilities: { owed: string; groups: number[] } } & Record<string, Json>
  const { liabilities, ...rest } = JSON.parse(file.sheet) as Sheet
  const sealed = (change: object, kind?: string) => {
    const sheet = canonicalText({ liabilities, ...rest, ...change })
    return faultAfter(file, { sheet, seal: sealSheet(sheet, kind) })
  }
  expect(sealed({})).toEqual({})
  const otherSums = { code: 'other_sums', field: 'sheet.liabilities' }
  expect(sealed({ liabilities: { ...liabilities, owed: '1.00' } })).toEqual(otherSums)
  const groups = liabilities.groups.toReversed()
  expect(sealed({ liabilities: { ...liabilities, groups } })).toEqual(otherSums)
  const otherSeal = { code: 'other_sheet', field: 'seal' }
  expect(sealed({ origin: 'other/log' })).toEqual(otherSeal)
  expect(sealed({}, 'activate')).toEqual(otherSeal)
})

test('counts reports of failed proofs', async () => {
  const body = { day, failure: 'part_changed: parts[0]', evidence: '{}' }
  for (const { access: token } of [poor, rich]) {
    const answer = await edge.call('POST', '/api/accounts/proofs/reports/', { token, body })
    expect(answer.status).toBe(201)
  }
  // A report counts once, and only from who has a proof of that day.
  const send = (token: string, asked: object) =>
    edge.call('POST', '/api/accounts/proofs/reports/', { token, body: { ...body, ...asked } })
  expect((await send(poor.access, {})).status).toBe(201)
  for (const no of ['0001-01-01', '9999-12-31']) {
    expect((await send(poor.access, { day: no })).status).toBe(404)
  }
  expect((await send(late.access, {})).status).toBe(404)
  const status = await edge.call('GET', '/api/transparency/status/')
  expect(status.body.failed_proofs).toBe(2)
  const page = await edge.call('GET', '/status')
  expect(page.text).toContain('in the last 30 days, as they reported them: 2.')
})
