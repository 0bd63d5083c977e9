import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium } from '../tests/browser/support/find-chromium.ts'

// `node scripts/draw-icons.ts`: renders the icon as PNGs for home screens, from public/favicon.svg.
// They are in the repository, so that a build needs no browser.

const place = new URL('../public/', import.meta.url)
const sign = await readFile(new URL('favicon.svg', place), 'utf8')
const GROUND = '#0b1418'

// A device may crop a maskable icon to any shape, so the background fills it and the sign keeps
// away from the edges. iOS rounds the corners itself.
const icons = [
  { file: 'icon-192.png', px: 192, part: 1, ground: 'transparent' },
  { file: 'icon-512.png', px: 512, part: 1, ground: 'transparent' },
  { file: 'icon-maskable-512.png', px: 512, part: 0.72, ground: GROUND },
  { file: 'apple-touch-icon.png', px: 180, part: 0.86, ground: GROUND },
]

const executablePath = await findChromium()
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const { file, px, part, ground } of icons) {
    const page = await browser.newPage({ viewport: { width: px, height: px } })
    await page.setContent(
      `<style>*{margin:0}body{display:grid;place-items:center;height:100vh;background:${ground}}
      svg{width:${px * part}px}</style>${sign}`,
    )
    const path = fileURLToPath(new URL(file, place))
    await page.screenshot({ path, omitBackground: true })
    await page.close()
  }
} finally {
  await browser.close()
}
