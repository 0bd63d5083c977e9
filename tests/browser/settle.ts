import type { Page, Request } from '@playwright/test'
import { until } from '../support/poll.ts'

// A signed-in page keeps one stream of events open for as long as it stands, so the network of a
// browser is never idle there. What tests wait for is that all other requests have been answered.

const QUIET_MS = 400

type Traffic = { open: Set<Request>; changedAt: number }

const traffic = new WeakMap<Page, Traffic>()

/** Counts the page's requests from now on; before the first visit, so that none is missed. */
export function watchRequests(page: Page): void {
  if (traffic.has(page)) return
  const own: Traffic = { open: new Set(), changedAt: Date.now() }
  traffic.set(page, own)
  const note = (change: (request: Request) => void) => (request: Request) => {
    if (new URL(request.url()).pathname.startsWith('/api/events')) return
    change(request)
    own.changedAt = Date.now()
  }
  const end = note((request) => own.open.delete(request))
  page.on(
    'request',
    note((request) => own.open.add(request)),
  )
  page.on('requestfinished', end)
  page.on('requestfailed', end)
}

/** Waits until the page has been asking for nothing for a moment. */
export async function settle(page: Page, quietMs = QUIET_MS): Promise<void> {
  const own = traffic.get(page)
  if (!own) throw new Error('settle() wants watchRequests() before the first visit')
  await page.waitForLoadState('load')
  const isQuiet = () => own.open.size === 0 && Date.now() - own.changedAt >= quietMs
  await until('the page to settle', () => isQuiet(), { deadlineMs: 30_000 })
}
