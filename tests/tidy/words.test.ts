import ts from 'typescript'
import { expect, test } from 'vitest'
import {
  commentsOf,
  everything,
  filesBelow,
  filesWith,
  parse,
  readText,
  sources,
  walk,
} from './sources.ts'

const bannedFolders = ['utils', 'helpers', 'common', 'shared', 'lib', 'core', 'services']

test('folders name the thing', () => {
  const folders = new Set(
    ['src', 'tests', 'scripts', 'bench']
      .flatMap(filesBelow)
      .flatMap((path) => path.split('/').slice(0, -1)),
  )
  expect(bannedFolders.filter((name) => folders.has(name))).toEqual([])
})

test('files are in kebab-case', () => {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.(ts|tsx|css)$/
  const odd = everything.filter((path) => !kebab.test(path.split('/').at(-1) ?? ''))
  expect(odd).toEqual([])
})

test('the environment is read in one place', () => {
  // Whether a page is being prerendered (`SSR`) isn't a setting.
  const setting = /process\.env|import\.meta\.env(?!\.SSR\b)/
  const readers = sources.filter((path) => setting.test(readText(path)))
  expect(readers).toEqual(['src/server/config/read-config.ts'])
})

test('browser tests wait with settle(page), since the event stream is never idle', () => {
  const word = ['network', 'idle'].join('')
  const found = everything.filter((path) => readText(path).includes(word))
  expect(found, 'use settle() of tests/browser/support/settle.ts').toEqual([])
})

const laterWords = /\b(TODO|FIXME|XXX|HACK)\b/
const silencers = /@ts-(ignore|expect-error|nocheck)|(eslint|oxlint)-disable/

const suspect = new RegExp(`${laterWords.source}|${silencers.source}`)

// A checker may be silenced for one line that gives the reason after two dashes.
const reasoned = /(eslint|oxlint)-disable-next-line [\w/-]+ -- \w+/

test('nothing is left for later, and no checker is silenced without a reason', () => {
  // Only files with such a word are worth parsing.
  const suspects = filesWith(suspect, everything)
  const found = suspects.flatMap((path) =>
    commentsOf(path)
      .filter((comment) => laterWords.test(comment) || isSilencer(comment))
      .map((comment) => `${path}: ${comment.slice(0, 60)}`),
  )
  expect(found).toEqual([])
})

const isSilencer = (comment: string): boolean => silencers.test(comment) && !reasoned.test(comment)

test('money is never a Number and the domain has neither clock nor randomness', () => {
  const impure = /Date\.now|new Date\(\)|Math\.random|crypto\.|performance\.now|process\.|console\./
  const domain = sources.filter((path) => path.startsWith('src/domain/'))
  expect(domain.filter((path) => impure.test(readText(path)))).toEqual([])
  expect(domain.filter((path) => /parseFloat|toFixed/.test(readText(path)))).toEqual([])
})

test('no classes of services, no decorators', () => {
  // Only files with such a text are worth parsing.
  const may =
    /\bclass \w*(Service|Repository|Manager|Helper|Util|Factory)\b|(^|export|[(,;{])\s*@\w/m
  const withClasses = filesWith(may, sources)
  const found = withClasses.filter((path) => {
    let bad = false
    walk(parse(path), (node) => {
      bad ||= ts.isDecorator(node)
      const name = ts.isClassDeclaration(node) ? (node.name?.text ?? '') : ''
      bad ||= /(Service|Repository|Manager|Helper|Util|Factory)$/.test(name)
    })
    return bad
  })
  expect(found).toEqual([])
})
