import type { Page, Request } from '@playwright/test'
import { until } from '../../support/poll.ts'

// A signed-in page keeps an event stream open, so its network is never idle. Instead, tests wait
// until every other request is answered and its data is on the screen.

type Traffic = { open: Set<Request>; changes: number }

const traffic = new WeakMap<Page, Traffic>()

/** Counts the page's requests from now on. Call it before the first visit, to miss none. */
export function watchRequests(page: Page): void {
  if (traffic.has(page)) return
  const own: Traffic = { open: new Set(), changes: 0 }
  traffic.set(page, own)
  const note = (change: (request: Request) => void) => (request: Request) => {
    if (new URL(request.url()).pathname.startsWith('/api/events')) return
    change(request)
    own.changes += 1
  }
  const end = note((request) => own.open.delete(request))
  page.on(
    'request',
    note((request) => own.open.add(request)),
  )
  page.on('requestfinished', end)
  page.on('requestfailed', end)
}

/** Whether, after two frames, the page has rendered everything without placeholders. */
const isDrawn = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return (
      document.querySelector('.animate-appear > .animate-pulse-soft, svg.animate-pulse-soft') ===
      null
    )
  })

/** Waits until the page has loaded: no open requests and no placeholders. */
export async function settle(page: Page): Promise<void> {
  const own = traffic.get(page)
  if (!own) throw new Error('settle() needs watchRequests() before the first visit')
  await page.waitForLoadState('load')
  await until('the page to settle', async () => {
    const before = own.changes
    return own.open.size === 0 && (await isDrawn(page)) && own.changes === before
  })
}
