/**
 * The network screen in a real browser: how fast it opens for a large network and a small one, how
 * fast it moves to another top, and the cost of a frame while 300 positions move.
 */
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Db } from '../src/db/types.ts'
import { findChromium } from '../tests/browser/support/find-chromium.ts'
import { visitAs } from '../tests/browser/support/members.ts'
import { signIn, startServer } from './http.ts'
import { hold, median, note } from './report.ts'

const FEW = 6
const ROUNDS = 9
const FRAMES = 180
const FRAME_MS = 1000 / 60
const VIEWPORT = { width: 1280, height: 860 }

/** A new signed-in page, without another page's cached data. */
async function openAs(browser: Browser, port: number, token: string): Promise<Page> {
  const baseURL = `http://localhost:${port}`
  const context = await browser.newContext({ baseURL, viewport: VIEWPORT })
  const page = await context.newPage()
  const session = { access: token, refresh: '', username: '', email: '', referralCode: '' }
  await visitAs(page, session, '/favicon.svg')
  return page
}

/** A signed-in member and the address of one profile's network. */
type Member = { token: string; path: string; below: number }

type NetworkProfile = { member: number; publicId: string; below: number }

/** The profile with the largest downline outside the house, and one with exactly six below it. */
async function findProfiles(db: Db): Promise<{ few: NetworkProfile; many: NetworkProfile }> {
  const { rows } = await sql<{ no: number; parent: number | null; member: number; id: string }>`
    select s.profile_no as no, s.parent_no as parent, p.member_no as member, p.public_id as id
    from seats s join profiles p on p.no = s.profile_no order by s.ordinal desc`.execute(db)
  const below = new Map<number, number>()
  const profiles = rows.map(({ no, parent, member, id }) => {
    const own = below.get(no) ?? 0
    if (parent !== null) below.set(parent, (below.get(parent) ?? 0) + own + 1)
    return { member, publicId: id, below: own }
  })
  const members = profiles.filter(({ member }) => member > 1)
  const few = members.find((each) => each.below === FEW)
  const many = members.toSorted((a, b) => b.below - a.below)[0]
  if (!few || !many) throw new Error('the network has not grown as expected')
  return { few, many }
}

const legsOf = (page: Page) => page.getByRole('group', { name: 'Left leg' })

/** From the visit until the picture and legs are visible, in milliseconds of the page's clock. */
async function timeOpening(browser: Browser, port: number, one: Member): Promise<number> {
  const page = await openAs(browser, port, one.token)
  await page.addInitScript(() => {
    const look = () => {
      const shown = document.querySelector('[role=treeitem]')
      const counted = document.querySelector('[aria-label="Left leg"]')
      if (shown && counted) document.documentElement.dataset.openedMs ??= `${performance.now()}`
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto(one.path)
  const opened = page.locator('html[data-opened-ms]')
  await opened.waitFor()
  const openedMs = Number(await opened.getAttribute('data-opened-ms'))
  await page.context().close()
  return openedMs
}

/** From clicking a position to the first frame with it at the top. */
async function timeReRoot(page: Page, name: RegExp): Promise<number> {
  // Reads positions below the visible ones while the page is idle.
  await page.waitForLoadState('load')
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  const position = page.getByRole('button', { name })
  return await position.evaluate(
    (element) =>
      new Promise<number>((done) => {
        const before = document.querySelector('[role=tree]')?.getAttribute('aria-label')
        const startMs = performance.now()
        const look = () => {
          const now = document.querySelector('[role=tree]')?.getAttribute('aria-label')
          if (now !== before) done(performance.now() - startMs)
          else requestAnimationFrame(look)
        }
        element.dispatchEvent(new MouseEvent('click', { bubbles: true }))
        requestAnimationFrame(look)
      }),
  )
}

/** Drags the picture to and fro by one step per frame. Returns the duration of each frame. */
async function dragFrames(page: Page): Promise<number[]> {
  return await page.evaluate(
    (frames) =>
      new Promise<number[]>((done) => {
        const svg = document.querySelector('[role=tree]')?.closest('svg')
        if (!svg) throw new Error('there is no picture to drag')
        const { left, top } = svg.getBoundingClientRect()
        const taken: number[] = []
        let lastMs = performance.now()
        const at = (i: number, type: string, target: EventTarget) => {
          const x = left + 300 + 250 * Math.sin(i / 12)
          const point = { clientX: x, clientY: top + 8, button: 0, view: window }
          target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, ...point }))
        }
        at(0, 'mousedown', svg)
        const step = (nowMs: number) => {
          taken.push(nowMs - lastMs)
          lastMs = nowMs
          at(taken.length, 'mousemove', window)
          if (taken.length < frames) return void requestAnimationFrame(step)
          at(taken.length, 'mouseup', window)
          done(taken.slice(1))
        }
        requestAnimationFrame(step)
      }),
    FRAMES,
  )
}

/** Processor time of the page's main thread so far, in seconds. */
async function workedSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

async function measurePanning(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  for (const slower of [1, 4]) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const before = await workedSeconds(session)
    const frames = await dragFrames(page)
    const workMs = ((await workedSeconds(session)) - before) * 1000
    const label = slower === 1 ? 'panning 300 positions' : `panning, processor ${slower} × slower`
    const fps = 1000 / (frames.reduce((sum, ms) => sum + ms, 0) / frames.length)
    note(`${label}: frames per second`, fps, '/s')
    note(
      `${label}: slowest frame of twenty`,
      median(frames.toSorted((a, b) => b - a).slice(0, 18)),
      'ms',
    )
    const perFrame = workMs / FRAMES
    if (slower === 1)
      hold(`${label}: main thread's part of a frame`, perFrame / FRAME_MS, { atMost: 1 })
    else note(`${label}: main thread's part of a frame`, perFrame / FRAME_MS, '')
  }
}

async function measurePicture(browser: Browser, port: number, one: Member): Promise<void> {
  const page = await openAs(browser, port, one.token)
  await page.goto(one.path)
  const times: number[] = []
  for (let i = 0; i < ROUNDS; i++) {
    await legsOf(page).waitFor()
    times.push(await timeReRoot(page, i % 2 === 0 ? /^L m/ : /^R m/))
  }
  note('another position on top, median', median(times), 'ms')
  hold('another position on top, median, against 100 ms', median(times) / 100, { atMost: 1 })
  await page.goto(`${one.path}&levels=8`)
  await page.getByRole('treeitem').nth(255).waitFor({ state: 'attached' })
  note('positions in the picture', await page.getByRole('treeitem').count(), '')
  await measurePanning(page)
  await page.context().close()
}

const memberAt = ({ publicId, below }: NetworkProfile, token: string): Member => ({
  token,
  below,
  path: `/familytree?profile=${publicId}`,
})

/** Opens the screen alternately for a member with a small downline and one with a large one. */
export async function measureScreen(db: Db, url: string): Promise<void> {
  const { few, many } = await findProfiles(db)
  const [fewToken = '', manyToken = ''] = await signIn(db, [few.member, many.member])
  const [small, large] = [memberAt(few, fewToken), memberAt(many, manyToken)]
  const server = await startServer(url)
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const opened: { few: number[]; many: number[] } = { few: [], many: [] }
    await timeOpening(browser, server.port, small)
    for (let i = 0; i < ROUNDS; i++) {
      opened.few.push(await timeOpening(browser, server.port, small))
      opened.many.push(await timeOpening(browser, server.port, large))
    }
    note(`opens with ${small.below} below, median`, median(opened.few), 'ms')
    note(`opens with ${large.below} below, median`, median(opened.many), 'ms')
    hold('many below against few', median(opened.many) / median(opened.few), { atMost: 1.1 })
    await measurePicture(browser, server.port, large)
  } finally {
    await browser.close()
    await server.stop()
  }
}
