/** Incidents: reported by admins, shown to everyone, and never changed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusedWith } from '../../db/refused-with.ts'
import { openEdge, type Edge } from '../support/edge.ts'
import { refusal, signInStaff } from '../support/staff-edge.ts'
import { newIncident, newUpdate } from '../support/makers/transparency-makers.ts'

let edge: Edge
let headers: Record<string, string>
beforeAll(async () => {
  edge = await openEdge()
  headers = (await signInStaff(edge, 'ada', 'admin')).headers
})
afterAll(() => edge.close())

const report = (more: object = {}) =>
  edge.call('POST', '/api/operator/incidents/', { headers, body: { ...newIncident, ...more } })
const post = (id: string, more: object) =>
  edge.call('POST', `/api/operator/incidents/${id}/updates/` as const, {
    headers,
    body: { ...newUpdate, ...more },
  })
const page = async (query = '') => (await edge.call('GET', `/status${query}`)).text

test('shows an incident on the status page at once, in both languages, without names', async () => {
  expect(await page()).toContain('None were reported.')
  const made = await report({ text_en: 'It is <b>slow</b>.' })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ state: 'investigating', opened_by: 'ada', resolved_at: null })
  const english = await page()
  expect(english).toContain('Incidents now')
  expect(english).toContain('Payouts are late')
  expect(english).toContain('It is &lt;b&gt;slow&lt;/b&gt;.')
  expect(english).not.toContain('<script')
  const spanish = await page('?lang=es')
  expect(spanish).toContain('Retiros con retraso')
  expect(spanish).toContain('Un nodo de la red está atrasado.')

  const corrected = await post(made.body.id, {
    state: 'monitoring',
    text_en: 'It was the second node.',
  })
  expect(corrected.body.updates).toHaveLength(2)
  const over = await post(made.body.id, { text_en: 'All is well.' })
  expect(over.body.state).toBe('resolved')
  expect(over.body.resolved_at).toBe(over.body.updates[2]?.posted_at)
  const after = await page()
  expect(after).not.toContain('Incidents now')
  expect(after).toMatch(/Resolved<[\s\S]*All is well\.[\s\S]*It was the second node\./)
  const { body, text } = await edge.call('GET', '/api/transparency/incidents/')
  expect(body.results).toMatchObject([{ id: made.body.id, state: 'resolved' }])
  expect(text).not.toContain('ada')
})

test('audits who posted which update, and lets no one change it', async () => {
  const { rows } = await edge.context.pool.query<{ action: string; operator: string }>(
    `select action, operator from audit_entries where object = 'incident 1' order by no`,
  )
  expect(rows).toEqual([
    { action: 'report incident', operator: 'ada' },
    { action: 'update incident', operator: 'ada' },
    { action: 'update incident', operator: 'ada' },
  ])
  for (const table of ['incidents', 'incident_updates']) {
    expect(await refusedWith(edge.context.pool, `delete from ${table}`)).toMatch(/TF001|42501/)
  }
})

test('lists an open incident even when many newer ones follow', async () => {
  const old = await report({ title_en: 'The old one' })
  const rows = Array.from({ length: 60 }, (_, no) => ({
    impact: 'partial' as const,
    title_en: `Newer ${no}`,
    title_es: 'Más nuevo',
    opened_by: 'ada',
  }))
  const added = await edge.db.insertInto('incidents').values(rows).returning('no').execute()
  const updates = added.map(({ no }) => ({
    incident_no: no,
    state: 'resolved' as const,
    text_en: 'Over.',
    text_es: 'Terminado.',
    posted_by: 'ada',
  }))
  await edge.db.insertInto('incident_updates').values(updates).execute()
  const { body } = await edge.call('GET', '/api/transparency/incidents/')
  expect(body.results.map(({ id }) => id)).toContain(old.body.id)
  expect(body.results.length).toBeLessThanOrEqual(70)
  expect(await page()).toContain('The old one')
  expect((await post(old.body.id, {})).body.state).toBe('resolved')
})

test('posts no update after one that the operator hasn’t seen', async () => {
  const { body: made } = await report()
  const after = made.updates[0]?.id
  const over = await post(made.id, { after })
  expect(over.body.state).toBe('resolved')
  const late = await post(made.id, { after, state: 'monitoring' })
  expect(refusal(late)).toEqual([409, 'incident_changed'])
  const { body } = await edge.call('GET', '/api/transparency/incidents/')
  expect(body.results[0]).toMatchObject({ id: made.id, state: 'resolved' })
  const again = await post(made.id, { after: over.body.updates[1]?.id, state: 'monitoring' })
  expect(again.body).toMatchObject({ state: 'monitoring', resolved_at: null })
  await post(made.id, {})
})

test('counts a reopened incident toward the limit', async () => {
  const first = await report({ state: 'resolved' })
  for (let open = 0; open < 20; open++) await report()
  const reopened = await post(first.body.id, { state: 'monitoring' })
  expect(refusal(reopened)).toEqual([409, 'too_many_incidents'])
  // A correction of a closed incident is still possible.
  expect((await post(first.body.id, {})).status).toBe(201)
})
