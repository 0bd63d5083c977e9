import { expect, test } from 'vitest'
import { bannedPhrases, fixedNames } from './plain-words.ts'
import { filesBelow, readText } from '../sources.ts'

const written = /\.(tsx?|css|html|sql|md)$|\/en\.po$/
/** These files name the banned phrases. */
const own = /^(tests\/tidy\/documents\/plain-words|docs\/glossary)/
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

const bannedPhrase = new RegExp(bannedPhrases.map(([{ source }]) => source).join('|'))

function phrasesIn(path: string): string[] {
  // No phrase spans two lines, so a whole text without one has none in any line.
  if (!bannedPhrase.test(wordsOf(`${path}\n${readText(path)}`))) return []
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
