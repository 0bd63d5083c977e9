import { chromium } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { buildWeb } from '../scripts/build-web.ts'
import { findChromium } from '../tests/browser/support/find-chromium.ts'
import { addConsoleStaff } from '../tests/browser/console/staff-actions.ts'
import { visitAs } from '../tests/browser/support/members.ts'
import { growTeam } from '../tests/browser/support/team.ts'
import { startProduct } from '../tests/support/product.ts'
const [path = '/account', n = '5'] = process.argv.slice(2)
await buildWeb()
const product = await startProduct()
const browser = await chromium.launchPersistentContext('', { baseURL: product.url, executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'], viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, hasTouch: true, isMobile: true })
try {
  const [ana] = await growTeam(await addConsoleStaff(product), ['ana', 'ben', 'cleo', 'dora', 'emil'])
  await visitAs(await browser.newPage(), ana, '/favicon.svg')
  for (let run = 0; run < Number(n); run++) {
    const page = await browser.newPage()
    const cdp = await browser.newCDPSession(page)
    await cdp.send('Network.clearBrowserCache')
    await cdp.send('Network.enable')
    await cdp.send('Network.setBypassServiceWorker', { bypass: true })
    await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 })
    const events: any[] = []
    cdp.on('Tracing.dataCollected', ({ value }) => events.push(...value))
    const done = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
    await cdp.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline', 'toplevel', 'v8.execute', 'disabled-by-default-v8.cpu_profiler', 'loading', 'blink.user_timing', 'disabled-by-default-devtools.timeline'], }, transferMode: 'ReportEvents' } as any)
    await page.goto(path, { waitUntil: 'load' })
    await page.waitForTimeout(5000)
    await cdp.send('Tracing.end')
    await done
    writeFileSync(`/tmp/prof/trace-${run}.json`, JSON.stringify({ traceEvents: events }))
    await page.close()
  }
} finally { await browser.close(); await product.remove() }
