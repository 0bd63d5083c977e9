import type { AnyCode } from '../../contract/refusals.ts'
import { refusals } from './refusals-es.ts'
import { sentences } from './sentences-es.ts'

type Pattern = { shape: RegExp; text: string }

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

// What two places of one sentence both stand for is the same in both of them.
const shapeOf = (english: string): RegExp => {
  const seen = new Set<string>()
  const source = escape(english).replace(/\\\{(\d)\\\}/g, (_, name: string) => {
    if (seen.has(name)) return `\\k<v${name}>`
    seen.add(name)
    return `(?<v${name}>.+?)`
  })
  return new RegExp(`^${source}$`, 's')
}

const patterns: readonly Pattern[] = Object.entries(sentences)
  .filter(([english]) => /\{\d\}/.test(english))
  .map(([english, text]) => ({ shape: shapeOf(english), text }))

function findSentence(english: string): string | undefined {
  if (Object.hasOwn(sentences, english)) return sentences[english]
  for (const { shape, text } of patterns) {
    const values = shape.exec(english)?.groups
    if (values) return text.replace(/\{(\d)\}/g, (_, name: string) => values[`v${name}`] ?? '')
  }
  return undefined
}

/** The refusal by its code, with the amount that the English sentence names in place of `$`. */
function findRefusal(english: string, code: string): string | undefined {
  if (!Object.hasOwn(refusals, code)) return undefined
  const [amount] = /\$[\d.,]*\d/.exec(english) ?? ['']
  return refusals[code as AnyCode].replace('$', () => amount)
}

/** What the server says in English, in Spanish; nothing for what it has learned to say since. */
export function translateToSpanish(english: string, code?: string): string | undefined {
  return findSentence(english) ?? (code === undefined ? undefined : findRefusal(english, code))
}
