import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyBrand, builtBrand, rebrand } from '../../src/server/brand/brand.ts'
import { drawIcons, favicon } from '../../src/server/brand/icons.ts'
import {
  builtPalette,
  contrastOf,
  findFaint,
  fromOklch,
  grounds,
} from '../../src/server/brand/palette.ts'
import { brandSchema, readBrand } from '../../src/server/brand/read-brand.ts'
import { readMark } from '../../src/server/brand/read-mark.ts'
import { readText as readSource } from '../support/sources.ts'

const EXAMPLE = new URL('../../deploy/brand/brand.json', import.meta.url).pathname

async function readText(text: string) {
  const directory = await mkdtemp(join(tmpdir(), 'brand-'))
  const file = join(directory, 'brand.json')
  try {
    await writeFile(file, text)
    return await readBrand(file)
  } finally {
    await rm(directory, { recursive: true })
  }
}

const readFields = (fields: object) => readText(JSON.stringify({ name: 'Casa', ...fields }))

test('accepts a brand, and refuses names that could break a page or a script', async () => {
  const { name, house } = await readText('{"name":"Casa Ñandú 2"}')
  expect({ name, house }).toEqual({
    name: 'Casa Ñandú 2',
    house: { username: 'casanandu2', sponsorCode: 'CASANANDU2' },
  })
  for (const bad of ['', "Mom's", 'A<b', 'A"', 'a\\u0041`', ' A', 'A'.repeat(31)]) {
    await expect(readText(JSON.stringify({ name: bad }))).rejects.toThrow(/isn't a brand. name:/)
  }
  await expect(readText('{"name":"A","colour":"red"}')).rejects.toThrow(/isn't a brand/)
  await expect(readText('{"name":"東京"}')).rejects.toThrow(/house: set username and sponsor_code/)
  await expect(readText('{')).rejects.toThrow(/isn't JSON/)
  await expect(readBrand('/nowhere/brand.json')).rejects.toThrow(/can't be read/)
})

test('refuses unreadable colors, with the pair and its contrast', async () => {
  await expect(readFields({ colors: { light: { accent: '#dddddd' } } })).rejects.toThrow(
    'colors.light: #dddddd on #f3f8f8 (the page) has a contrast of 1.26:1, and WCAG AA asks for ' +
      '4.5:1',
  )
  await expect(readFields({ colors: { dark: { accent: '#333333' } } })).rejects.toThrow(
    /colors\.dark: #333333 on #\w{6} \(a card\)/,
  )
  await expect(readFields({ colors: { dark: { accent: 'red' } } })).rejects.toThrow(
    'colors.dark.accent: must be a color such as #7a2d8f',
  )
  const { palette } = await readFields({ colors: { light: { accent: '#8A2F5B' } } })
  expect(palette.light).toEqual({ accent: '#8a2f5b', strong: '#71274b', on: '#ffffff' })
  expect(palette.dark).toBe(builtPalette.dark)
})

test('measures contrast as WCAG does, on the backgrounds of the theme', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21)
  expect(contrastOf('#777777', '#ffffff').toFixed(2)).toBe('4.48')
  expect(fromOklch([0.178, 0.016, 222])).toBe('#091316')
  const css = readSource('src/web/ui/theme.css')
  for (const theme of ['light', 'dark'] as const) {
    const rules = css.slice(css.search(theme === 'light' ? /:root,/ : /^ *\.dark \{/m))
    for (const [name, color] of Object.entries(grounds[theme])) {
      const [, written = ''] = new RegExp(`--${name}: oklch\\(([^)]*)\\)`).exec(rules) ?? []
      expect(written.split(' ').map(Number), `${theme} ${name}`).toEqual(color)
    }
    expect(findFaint(theme, builtPalette[theme])).toEqual([])
  }
})

const svg = (inner: string, attributes = 'viewBox="0 0 10 10"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`

test.each([
  ['<script>alert(1)</script>', 'has <script>'],
  ['<path d="M0 0" onload="alert(1)"/>', 'the attribute onload on <path>'],
  ['<image href="https://example.com/a.png"/>', 'has <image>'],
  ['<use href="#a"/>', 'has <use>'],
  ['<style>path{fill:url(https://example.com)}</style>', 'has <style>'],
  ['<path style="fill:red" d="M0 0"/>', 'the attribute style on <path>'],
  ['<path fill="url(https://example.com/a#b)" d="M0 0"/>', 'a value of fill on <path>'],
  ['<path fill="URL(//example.com)" d="M0 0"/>', 'a value of fill on <path>'],
  ['<foreignObject/>', 'has <foreignObject>'],
  ['<a href="https://example.com"><path d="M0 0"/></a>', 'has <a>'],
  ['<animate attributeName="fill"/>', 'has <animate>'],
  ['<path d="M0 0"/><![CDATA[x]]>', "isn't a plain shape"],
  ['&lt;script&gt;', "isn't a plain shape"],
  ['<path d="M0 0"', "isn't a plain shape"],
  ['<g><path d="M0 0"/>', "closes <svg>, which isn't open"],
  ['<g', "isn't a plain shape"],
  ['', 'draws nothing'],
  [`<path d="${'M0 0'.repeat(10_000)}"/>`, 'at most 32 kB'],
  ['<path d="M0 0"/>'.repeat(500), 'more than 200 elements'],
])('refuses a logo with %j', (inner, why) => {
  expect(() => readMark(svg(inner))).toThrow(why)
})

test('accepts the shapes of a logo, and keeps its ids separate from ours', () => {
  const inner =
    '<title>Casa</title><!-- a note --><defs><linearGradient id="a"><stop offset="0"/>' +
    '</linearGradient></defs><path fill="url(#a)" d="M0 0h10v10z"/>'
  expect(readMark(`<?xml version="1.0"?>\n${svg(inner)}`)).toEqual({
    viewBox: '0 0 10 10',
    inner:
      '<defs><linearGradient id="mark-a"><stop offset="0"/></linearGradient></defs>' +
      '<path fill="url(#mark-a)" d="M0 0h10v10z"/>',
  })
  expect(() => readMark(svg('<path d="M0 0"/>', 'viewBox="0 0 90 10"'))).toThrow('about square')
  expect(() => readMark(svg('<path d="M0 0"/>', ''))).toThrow('must have a viewBox')
  expect(() => readMark(svg('<path d="M0 0"/>', 'onload="a()"'))).toThrow('attribute onload')
  expect(() => readMark('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>')).toThrow("isn't a plain shape")
})

test('reads the example, and draws its icons', async () => {
  const brand = await readBrand(EXAMPLE)
  expect(brand.sender).toBe('Casa Norte <no-reply@casanorte.example>')
  expect(brand.entity).toBe('Casa Norte S.A. de C.V. · Av. Norte 100, Monterrey · RFC CNO010101AB1')
  applyBrand(brand)
  try {
    expect(rebrand('Twofold, TWOFOLD, twofold.example, Twofold-Seen, twofold_operator')).toBe(
      'Casa Norte, CASANORTE, casanorte.example, Twofold-Seen, twofold_operator',
    )
    expect(favicon()).toContain('fill="#2a1020"')
    expect(favicon()).toContain('stroke="#f2a3c7"')
    const icons = await drawIcons()
    const sizes = [...icons].map(([path, png]) => [path, png.readUInt32BE(16)])
    expect(sizes).toEqual([
      ['/icon-192.png', 192],
      ['/icon-512.png', 512],
      ['/icon-maskable-512.png', 512],
      ['/apple-touch-icon.png', 180],
    ])
  } finally {
    applyBrand(builtBrand)
  }
})

test('writes a schema of the file for editors', () => {
  expect(JSON.parse(readSource('docs/brand.schema.json'))).toEqual(brandSchema())
})
