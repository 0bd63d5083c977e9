import { expect, test } from 'vitest'
import { atMost, bannedPhrases, fixedNames } from './plain-words.ts'
import { filesBelow, readText } from './sources.ts'

const written = /\.(tsx?|css|html|sql|md)$|\/en\.po$/
/** These name the phrases that they replace. */
const own = /^(tests\/tidy\/plain-words|docs\/glossary)/
const files = ['src', 'tests', 'scripts', 'bench', 'docs']
  .flatMap(filesBelow)
  .concat('README.md', 'CHANGELOG.md', 'CONTRIBUTING.md')
  .filter((path) => written.test(path) && !own.test(path))

/** `src/web/…` belongs to `src/web`, `docs/…` to `docs`, `README.md` to itself. */
function areaOf(path: string): string {
  const [first = '', second = ''] = path.split(/[:/]/)
  return first === 'src' ? `${first}/${second}` : first
}

/** Identifiers and file names as the words they are made of. */
function wordsOf(text: string): string {
  const free = fixedNames.reduce((rest, name) => rest.replaceAll(name, ' '), text)
  const apart = free.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/_|-(?!mail)/g, ' ')
  return apart.toLowerCase()
}

function phrasesIn(path: string): string[] {
  const lines = [path, ...readText(path).split('\n')]
  return lines.flatMap((line, number) => {
    const words = wordsOf(line)
    return bannedPhrases.flatMap(([phrase, instead]) => {
      const found = phrase.exec(words)?.[0]
      return found === undefined ? [] : [`${path}:${number}: "${found}" → ${instead}`]
    })
  })
}

const found = Map.groupBy(files.flatMap(phrasesIn), areaOf)

test('texts, names and comments use plain words', () => {
  const over = [...found].flatMap(([area, lines]) => {
    const most = atMost[area] ?? 0
    const head = `${area} has ${lines.length} phrases to replace; at most ${most} may be left:`
    return lines.length > most ? [head, ...lines.slice(0, 30)] : []
  })
  expect(over.join('\n')).toBe('')
})

test('no area is excused that has none of these phrases left', () => {
  expect(Object.keys(atMost).filter((area) => !found.has(area))).toEqual([])
})
