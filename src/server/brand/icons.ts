import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { hasOwnIcons, ownBrand } from './brand.ts'
import { contrastOf } from './palette.ts'

// The brand's icons, drawn from its mark at startup. Home screens and emails show only PNGs. A
// brand without its own mark and colors uses the icons of the build.

/**
 * The mark on a background. A background with radius 0 fills the square, for devices that crop it.
 */
function signOf(part: number, radius: number): string {
  const { mark, iconBackground: ground, palette } = ownBrand()
  const isDark = contrastOf('#ffffff', ground) > contrastOf('#000000', ground)
  const inner = mark.inner
    .replaceAll('var(--accent)', palette[isDark ? 'dark' : 'light'].accent)
    .replaceAll('currentColor', isDark ? '#eef4f4' : '#172226')
  const size = 32 * part
  const at = (32 - size) / 2
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<rect width="32" height="32" rx="${radius}" fill="${ground}"/>` +
    `<svg x="${at}" y="${at}" width="${size}" height="${size}" viewBox="${mark.viewBox}">` +
    `${inner}</svg></svg>`
  )
}

export const favicon = (): string => signOf(0.72, 7)

// A device may crop a maskable icon to any shape, and iOS rounds the corners itself.
const pictures = {
  '/icon-192.png': { px: 192, sign: () => signOf(0.72, 7) },
  '/icon-512.png': { px: 512, sign: () => signOf(0.72, 7) },
  '/icon-maskable-512.png': { px: 512, sign: () => signOf(0.55, 0) },
  '/apple-touch-icon.png': { px: 180, sign: () => signOf(0.68, 0) },
} as const

type Draw = (svg: string, px: number) => Buffer

let emailMark: Buffer | undefined
let drawing: Promise<Draw> | undefined

/** Loads the renderer, which only brands with their own icons need. */
async function loadDraw(): Promise<Draw> {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm')
  const path = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')
  await initWasm(await readFile(path))
  return (svg, px) => {
    const picture = new Resvg(svg, { fitTo: { mode: 'width', value: px } })
    const image = picture.render()
    const png = Buffer.from(image.asPng())
    image.free()
    picture.free()
    return png
  }
}

/** The brand's PNGs by path; empty if we use the icons of the build. */
export async function drawIcons(): Promise<ReadonlyMap<string, Buffer>> {
  if (!hasOwnIcons()) return new Map()
  drawing ??= loadDraw()
  const draw = await drawing
  return new Map(Object.entries(pictures).map(([path, { px, sign }]) => [path, draw(sign(), px)]))
}

/** For the top of emails, at twice the displayed size; null without a mark of the brand's own. */
export async function drawEmailMark(): Promise<Buffer | null> {
  if (!hasOwnIcons()) return null
  drawing ??= loadDraw()
  emailMark ??= (await drawing)(signOf(0.72, 7), 64)
  return emailMark
}
