import { expect, test } from 'vitest'
import { readText } from '../support/sources.ts'

// Hues of the plans' fixed colors in OKLCH, in degrees; silver has hardly any chroma.
const HUES = {
  bronze: [40, 65],
  gold: [80, 110],
  platinum: [295, 325],
  diamond: [235, 270],
} as const

const theme = readText('src/web/ui/theme.css')

/** Chroma and hue of a plan in the light and in the dark theme. */
const colorsOf = (plan: string) =>
  [...theme.matchAll(new RegExp(`--${plan}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`, 'g'))].map(
    ([, , chroma, hue]) => ({ chroma: Number(chroma), hue: Number(hue) }),
  )

test('colors Bronze orange, Silver gray, Gold yellow, Platinum purple, Diamond blue', () => {
  const odd = Object.entries(HUES).flatMap(([plan, [from, to]]) => {
    const colors = colorsOf(plan)
    expect(colors).toHaveLength(2)
    const isOdd = colors.some(({ chroma, hue }) => chroma < 0.09 || hue < from || hue > to)
    return isOdd ? [plan] : []
  })
  expect(odd).toEqual([])
  const silver = colorsOf('silver')
  expect(silver).toHaveLength(2)
  expect(silver.filter(({ chroma }) => chroma > 0.03)).toEqual([])
})

test('draws the second part of a chart in orange or yellow, not brown, in both themes', () => {
  const [, light, dark] = theme.split('--second: ')
  expect(light).toMatch(/^oklch\(0\.6[6-9] 0\.1[5-9]\d* [67]\d\)/)
  expect(dark).toMatch(/^var\(--warn\)/)
})
