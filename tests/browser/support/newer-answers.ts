import type { Page } from '@playwright/test'
import { z } from 'zod'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import { calls } from '../../../src/contract/calls.ts'
import { api } from '../../../src/contract/routes.ts'
import { entriesOf } from '../../../src/domain/records.ts'

// A newer server may answer with values that an open page doesn't know: new states or flags.

const NEWER = 'newer_than_this_page'

/** The answer, with an unknown value wherever the contract lists the known ones. */
function withNewer(schema: $ZodType, value: unknown, field: string, changed: Set<string>): unknown {
  const { def } = schema as unknown as { def: $ZodTypes['_zod']['def'] }
  const inside = (part: $ZodType) => withNewer(part, value, field, changed)
  if (value === null || value === undefined) return value
  switch (def.type) {
    case 'enum':
      // What a page may do depends on the role. An unknown one may do nothing.
      if (field === 'operatorGetMe.role') return value
      changed.add(field)
      return NEWER
    case 'optional':
    case 'nullable':
    case 'default':
      return inside(def.innerType)
    case 'pipe':
      return inside(def.out)
    case 'array':
      return z
        .array(z.unknown())
        .parse(value)
        .map((item) => withNewer(def.element, item, field, changed))
    case 'union': {
      const fitting = def.options.find((option) => z.safeParse(option, value).success)
      return fitting ? inside(fitting) : value
    }
    case 'object':
      return Object.fromEntries(
        Object.entries(value).map(([name, part]) => {
          const known = def.shape[name]
          return [name, known ? withNewer(known, part, `${field}.${name}`, changed) : part]
        }),
      )
    default:
      return value
  }
}

const routes = entriesOf(api).map(([name, { method, path }]) => ({
  name,
  method,
  path: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
}))

/**
 * Answers the page's calls from now on as a newer server may.
 * @returns the fields that have had an unknown value, such as `getWithdrawal.stage`
 */
export async function answerAsNewer(page: Page): Promise<ReadonlySet<string>> {
  const changed = new Set<string>()
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const found = routes.find(
      ({ method, path }) => method === request.method() && path.test(pathname),
    )
    if (!found || pathname.startsWith('/api/events')) return await route.fallback()
    const response = await route.fetch()
    const isJson = response.headers()['content-type']?.includes('json')
    if (!response.ok() || !isJson) return await route.fulfill({ response })
    const { answer } = calls[found.name]
    const json = withNewer(answer, await response.json(), found.name, changed)
    await route.fulfill({ response, json })
  })
  return changed
}
