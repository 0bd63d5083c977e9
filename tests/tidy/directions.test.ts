import { expect, test } from 'vitest'
import { filesBelow, readText, sources } from './sources.ts'

// Pages also work from right to left, so styles say start and end. Numbers and dates follow the
// language.

const SIDES = new Map([
  ['ml', 'ms'],
  ['mr', 'me'],
  ['pl', 'ps'],
  ['pr', 'pe'],
  ['left', 'start'],
  ['right', 'end'],
  ['border-l', 'border-s'],
  ['border-r', 'border-e'],
  ['rounded-l', 'rounded-s'],
  ['rounded-r', 'rounded-e'],
  ['rounded-tl', 'rounded-ss'],
  ['rounded-tr', 'rounded-se'],
  ['rounded-bl', 'rounded-es'],
  ['rounded-br', 'rounded-ee'],
  ['text-left', 'text-start'],
  ['text-right', 'text-end'],
  ['float-left', 'float-start'],
  ['float-right', 'float-end'],
])

const CLASS = new RegExp(
  `(?<=[\\s"'\`:!])-?(${[...SIDES.keys()].join('|')})(-[^\\s"'\`]+)?(?=[\\s"'\`])`,
  'g',
)
const STYLES = [
  [/\b(margin|padding|border)-?(left|right)\b/gi, '$1-inline-start or -end'],
  [/\btext-?align\b: ?'?(left|right)/gi, 'text-align: start or end'],
  [/(?<=[{;]\s*)(left|right): ?-?[\d.]/g, 'inset-inline-start or -end'],
] as const

/** Drawings keep their sides in every language, and centering has no side. */
const DRAWN = new Set([
  'src/web/member/network/family-tree/leg-bar.tsx',
  'src/web/member/network/picture/network-picture.tsx',
  // The indicator's position is in pixels from the left.
  'src/web/ui/tabs.tsx',
])

function faultsIn(path: string): string[] {
  const lines = readText(path).split('\n')
  return lines.flatMap((line, index) => {
    const at = `${path}:${index + 1}`
    const classes = /\.tsx?$/.test(path)
      ? [...line.matchAll(CLASS)].flatMap(([found, side = '', value = '']) => {
          const isWord = value === '' && !side.includes('-')
          if (isWord || value === '-1/2') return []
          return [`${at}: "${found}" → "${SIDES.get(side)}${value}"`]
        })
      : []
    const styles = STYLES.flatMap(([pattern, instead]) =>
      [...line.matchAll(pattern)].map(([found]) => `${at}: "${found}" → "${instead}"`),
    )
    return [...classes, ...styles]
  })
}

test('classes and styles name the start and the end of a line, not left and right', () => {
  const pages = sources.filter((path) =>
    /^src\/(web|server\/(email|history|reference|transparency))\//.test(path),
  )
  const styles = filesBelow('src/web').filter((path) => path.endsWith('.css'))
  const checked = [...pages, ...styles].filter((path) => !DRAWN.has(path))
  expect(checked.length).toBeGreaterThan(400)
  expect(checked.flatMap(faultsIn)).toEqual([])
})

test('every exception is still needed', () => {
  expect([...DRAWN].filter((path) => faultsIn(path).length === 0)).toEqual([])
})

test('numbers and dates of pages follow the language', () => {
  const pages = sources.filter((path) => path.startsWith('src/web/'))
  const faults = pages.flatMap((path) =>
    [
      ...readText(path).matchAll(/\.toLocale\w*\(\)|\bIntl\.\w+Format\((?!locale\(\))[^)]{0,20}/g),
    ].map(([found]) => `${path}: "${found}" → "locale()" of client/format/locale.ts`),
  )
  expect(faults).toEqual([])
})
