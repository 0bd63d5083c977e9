/** Saved views of the console's lists: each operator's own, by list and name, with one default. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStaffEdge, type StaffEdge } from '../../support/staff-edge.ts'

let staff: StaffEdge
beforeAll(async () => {
  staff = await openStaffEdge()
})
afterAll(() => staff.close())

const add = (who: string, name: string, search = '?text=a', list = 'listMembers') =>
  staff.as(who, 'POST', 'views/', { body: { list, name, search } })
const change = (who: string, id: string, body: object) =>
  staff.as(who, 'PATCH', `views/${id}/` as const, { body })
const read = async (who: string) =>
  (await staff.as(who, 'GET', 'views/')).body.results.map(
    ({ list, name, search, is_default: isDefault }) =>
      `${list} ${name} ${search}${isDefault ? ' *' : ''}`,
  )

test('lets an operator save, rename, choose, and delete views that nobody else sees', async () => {
  const { body: first } = await add('support', 'Annas', '?text=anna')
  const { body: second } = await add('support', 'All', '')
  await add('support', 'annas', '?text=ann', 'operatorListDeposits')
  expect((await add('support', 'ANNAS')).problem.errors).toHaveProperty('name')
  expect(await read('admin')).toEqual([])
  await change('support', first.id, { is_default: true })
  await change('support', second.id, { is_default: true, name: 'Everyone' })
  expect(await read('support')).toEqual([
    'listMembers Annas ?text=anna',
    'listMembers Everyone  *',
    'operatorListDeposits annas ?text=ann',
  ])
  expect((await change('support', first.id, { name: 'everyone' })).problem.errors).toHaveProperty(
    'name',
  )
  await change('support', second.id, { is_default: false })
  await change('support', first.id, { search: '?text=other' })
  expect((await change('admin', first.id, { name: 'Mine' })).code).toBe('not_found')
  const path = `views/${second.id}/` as const
  expect((await staff.as('admin', 'DELETE', path)).code).toBe('not_found')
  await staff.as('support', 'DELETE', path)
  expect(await read('support')).toEqual([
    'listMembers Annas ?text=other',
    'operatorListDeposits annas ?text=ann',
  ])
})
