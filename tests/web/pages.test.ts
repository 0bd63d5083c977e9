import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { isPage, pages } from '../../src/contract/pages.ts'
import routes from '../../src/web/routes.ts'

/** An address of each page that the router knows; a token is any text. */
function addressesOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const own = index ? ['/'] : path === undefined || path === '*' ? [] : [`/${path}`]
    return [...own.map((address) => address.replace(/:\w+\??/, 'token')), ...addressesOf(children)]
  })
}

test('the server answers 200 for each page of the router, and for the console', () => {
  const addresses = addressesOf(routes)
  expect(addresses.filter((address) => !isPage(address))).toEqual([])
  const bases = new Set(addresses.map((address) => address.split('/')[1]?.toLowerCase()))
  const unknown = pages.filter((page) => !bases.has(page.split('/')[1]?.toLowerCase()))
  expect(unknown).toEqual(['/operator', '/operator/*'])
})
