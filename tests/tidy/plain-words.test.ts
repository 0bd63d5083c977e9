import { expect, test } from 'vitest'
import { bannedPhrases, fixedNames } from './plain-words.ts'
import { filesBelow, readText } from './sources.ts'

const written = /\.(tsx?|css|html|sql|md)$|\/en\.po$/
/** These files name the banned phrases. */
const own = /^(tests\/tidy\/plain-words|docs\/glossary)/
const files = ['src', 'tests', 'scripts', 'bench', 'docs']
  .flatMap(filesBelow)
  .concat('README.md', 'CHANGELOG.md', 'CONTRIBUTING.md')
  .filter((path) => written.test(path) && !own.test(path))

/** Splits identifiers and file names into words. */
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

test('texts, names, and comments use plain words', () => {
  expect(files.flatMap(phrasesIn)).toEqual([])
})
