import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../support/sources.ts'
import { filesBelow, readText, sources } from '../sources.ts'

const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
const all = [...documents, ...filesBelow('docs').filter((path) => path.endsWith('.md'))]

const foldersIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && readdirSync(join(root, folder, entry.name)).length > 0,
    )
    .map((entry) => entry.name)

test('the maps in the README and in architecture.md have a line for every room', () => {
  const maps = readText('README.md') + readText('docs/architecture.md')
  const rooms = [
    ...foldersIn('src').map((name) => `src/${name}`),
    ...foldersIn('src/server').map((name) => `src/server/${name}`),
    'tests',
    'bench',
    'deploy',
    'scripts',
    'public',
    'docs',
  ]
  const missing = rooms.filter((room) => !maps.includes(`| \`${room}/\``))
  expect(missing).toEqual([])
})

test('documents link to files that exist', () => {
  const broken = all.flatMap((path) =>
    [...readText(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .map(([, target = '']) => normalize(join(dirname(path), target)))
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${path} links to ${target}`),
  )
  expect(broken).toEqual([])
})

/** The fragments under which GitHub shows a document's headings. */
const fragmentsOf = (path: string): Set<string> =>
  new Set(
    [...readText(path).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

test('documents link to headings that exist', () => {
  const broken = all.flatMap((path) =>
    [...readText(path).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
      .map(([, target = '', fragment = '']) => {
        const document = target === '' ? path : normalize(join(dirname(path), target))
        return { document, fragment }
      })
      .filter(({ document, fragment }) => !fragmentsOf(document).has(fragment))
      .map(({ document, fragment }) => `${path} links to ${document}#${fragment}`),
  )
  expect(broken).toEqual([])
})

// `src/db/…/book.ts` in running text. A pattern such as `src/**` doesn't name a file.
const namedPath = /`((?:src|tests|scripts|bench|docs|packages|public)\/[\w./-]+)`/g

test('documents name files and folders that exist', () => {
  const gone = all.flatMap((path) =>
    [...readText(path).matchAll(namedPath)]
      .map(([, named = '']) => named)
      .filter((named) => !existsSync(join(root, named)))
      .map((named) => `${path} names ${named}`),
  )
  expect(gone).toEqual([])
})

// `book.ts` in running text, with or without folders before it.
const namedSource = /`((?:[\w-]+\/)*[\w.-]+\.tsx?)`/g

test('documents name source files that exist', () => {
  const files = ['src', 'tests', 'scripts', 'bench', 'packages'].flatMap(filesBelow)
  const gone = all
    .filter((path) => !path.startsWith('docs/decisions/') && path !== 'CHANGELOG.md')
    .flatMap((path) =>
      [...readText(path).matchAll(namedSource)]
        .map(([, named = '']) => named)
        .filter((named) => !existsSync(join(root, named)))
        .filter((named) => !files.some((file) => file.endsWith(`/${named}`)))
        .map((named) => `${path} names ${named}`),
    )
  expect(gone).toEqual([])
})

test('documents have no merge markers', () => {
  // The formatter turns the last marker into nested quotes, and the middle one into a table row.
  const mark = /^(<{7} |={7}$|\| ={7}|>{7} |(> ){7})/m
  expect(all.filter((path) => mark.test(readText(path)))).toEqual([])
})

test('documents name scripts that exist', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }
  const named = all.flatMap((path) =>
    [...readText(path).matchAll(/npm run ([a-z:-]+)/g)].map((match) => match[1] ?? ''),
  )
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

/** A tool's own text, which names its commands and options. A large one has a file for these. */
function toolOf(script: string): string | undefined {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> }
  const [, path] = /^node (src\/\S+\.ts)$/.exec(scripts[script] ?? '') ?? []
  if (path === undefined) return undefined
  const line = path.replace(/\.ts$/, '/command-line.ts')
  return sources.includes(line) ? readText(path) + readText(line) : readText(path)
}

/** The words of a tool's arguments that it must know: its command, and its options. */
function wordsOf(given: string): string[] {
  const options = [...given.matchAll(/--([a-z-]+)/g)].map(([, name = '']) => name)
  const [command] = /^[a-z][a-z-]+(?=\s|$)/.exec(given) ?? []
  return command === undefined ? options : [command, ...options]
}

test('documents name commands and options that the tools have', () => {
  const named = all
    .filter((path) => !path.startsWith('docs/decisions/'))
    .flatMap((path) =>
      [...readText(path).matchAll(/npm run ([a-z:-]+) -- ([^`]+)/g)].flatMap(
        ([, script = '', given = '']) =>
          wordsOf(given).map((word) => ({ where: `${path}: npm run ${script}`, script, word })),
      ),
    )
  const known = named.filter(({ script }) => toolOf(script) !== undefined)
  expect(known.length).toBeGreaterThan(80)
  const unknown = known.filter(
    ({ script, word }) => !new RegExp(`\\b${word}\\b`).test(toolOf(script) ?? ''),
  )
  expect(unknown.map(({ where, word }) => `${where} -- … ${word}`)).toEqual([])
})

const decisions = filesBelow('docs/decisions').filter((path) => !path.endsWith('/README.md'))

test('every decision has its own number, and one form', () => {
  const names = decisions.map((path) => path.split('/').at(-1) ?? '')
  const numbers = names.map((name) => /^(\d{3})-[a-z0-9-]+\.md$/.exec(name)?.[1])
  expect(numbers).not.toContain(undefined)
  expect(new Set(numbers).size).toBe(names.length)
  const form =
    /^# (\d{3}): [A-Z].*\n\nStatus: (accepted|superseded by \[\d{3}\]\(.*\))\n\n## Context\n/
  const sections = ['\n## Decision\n', '\n## Consequences\n']
  const odd = decisions.filter((path, index) => {
    const text = readText(path)
    const [, number] = form.exec(text) ?? []
    return number !== numbers[index] || !sections.every((section) => text.includes(section))
  })
  expect(odd).toEqual([])
})

test('the index lists every decision under its title', () => {
  const index = readText('docs/decisions/README.md').replaceAll(/ +/g, ' ')
  const missing = decisions.filter((path) => {
    const [, number = '', title = ''] = /^# (\d{3}): (.*)/.exec(readText(path)) ?? []
    return !index.includes(`| [${number}](${path.split('/').at(-1)}) | ${title} `)
  })
  expect(missing).toEqual([])
})
