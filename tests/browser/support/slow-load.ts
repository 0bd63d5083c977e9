import type { Page } from '@playwright/test'
import { settle } from './settle.ts'

// A page as on a phone with a slow network: 150 ms to the server, 1.6 Mbit/s, and a quarter of the
// processor.

const NETWORK = { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 9e4 }
const SLOWER = 4

export type SlowLoad = {
  /** The worst second or so of shifts, as Core Web Vitals count it: cumulative layout shift. */
  shift: number
  /** The shifted elements, the furthest first. */
  moved: string[]
  largestPaintMs: number
  /** The requested paths. */
  requests: string[]
}

/** Records in each page what shifts and what is painted, before its own scripts run. */
function watch(): void {
  const shifts: { atMs: number; value: number; what: string }[] = []
  const paints: number[] = []
  Object.assign(window, { slowLoad: { shifts, paints } })
  // Requests of an idle page aren't part of its load, however slow this machine is.
  window.requestIdleCallback = () => 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as LayoutShift
      const names = sources.map(({ node }) =>
        node instanceof Element ? `${node.localName}.${node.className}` : (node?.nodeName ?? ''),
      )
      const what = names.join(' | ')
      if (!hadRecentInput) shifts.push({ atMs: entry.startTime, value, what })
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) paints.push(entry.startTime)
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}
type Watched = { shifts: { atMs: number; value: number; what: string }[]; paints: number[] }

/** Shifts less than a second apart, for five seconds at most, count as one. */
function worstShift(shifts: Watched['shifts']): number {
  let [worst, sum, startMs, lastMs] = [0, 0, 0, -Infinity]
  for (const { atMs, value } of shifts) {
    const isNext = atMs - lastMs < 1000 && atMs - startMs < 5000
    sum = isNext ? sum + value : value
    if (!isNext) startMs = atMs
    lastMs = atMs
    worst = Math.max(worst, sum)
  }
  return worst
}

/** Loads a path slowly, until everything has loaded. The page must be watched by settle(). */
export async function loadSlowly(page: Page, path: string): Promise<SlowLoad> {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.addInitScript(watch)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(path)
  await settle(page)
  const { shifts, paints } = await page.evaluate(
    () => Reflect.get(window, 'slowLoad') as Watched, // as watch() left it
  )
  await session.detach()
  const moved = shifts.toSorted((a, b) => b.value - a.value).map(({ what }) => what)
  return { shift: worstShift(shifts), moved, largestPaintMs: paints.at(-1) ?? 0, requests }
}
