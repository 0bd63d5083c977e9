import ts from 'typescript'
import { parse, readText, walk } from '../../support/sources.ts'
import type { TestName } from './spec-line.ts'

type Found = { title: RegExp; written: string; from: number; to: number; isGroup: boolean }

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** `test`, `test.each(…)`, `describe` and their like: the word that the expression begins with. */
function wordOf(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return node.text
  if (ts.isPropertyAccessExpression(node)) {
    return node.name.text === 'describe' ? 'describe' : wordOf(node.expression)
  }
  if (ts.isCallExpression(node) || ts.isTaggedTemplateExpression(node)) {
    return wordOf(ts.isCallExpression(node) ? node.expression : node.tag)
  }
  return ''
}

/** A title as it is written; what a template puts into it may be anything. */
function titleOf(node: ts.Node | undefined): { title: RegExp; written: string } | null {
  if (node === undefined) return null
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    return { title: new RegExp(`^${escape(node.text)}$`), written: node.text }
  }
  if (!ts.isTemplateExpression(node)) return null
  const spans = node.templateSpans.map(({ literal }) => `.+${escape(literal.text)}`)
  const title = new RegExp(`^${escape(node.head.text)}${spans.join('')}$`)
  return { title, written: node.getText() }
}

function testsIn(path: string): Found[] {
  const found: Found[] = []
  walk(parse(path), (node) => {
    if (!ts.isCallExpression(node) || node.arguments.length < 2) return
    const word = wordOf(node.expression)
    const named = titleOf(node.arguments[0])
    if (!named || !['test', 'describe'].includes(word)) return
    found.push({ ...named, from: node.getStart(), to: node.end, isGroup: word === 'describe' })
  })
  return found
}

/**
 * What a named test does: its own text and what its file defines for all, without the other tests.
 * Null when there is no such test.
 */
export function readTest([file, title]: TestName): string | null {
  const path = `tests/${file}.ts`
  const all = testsIn(path)
  const own = all.find((each) => each.title.test(title))
  if (own === undefined) return null
  const isInOwn = ({ from, to }: Found) => from >= own.from && to <= own.to
  const others = all.filter((each) => !each.isGroup && !isInOwn(each))
  const pieces: string[] = []
  const text = readText(path)
  let at = 0
  for (const { from, to } of others.toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue
    pieces.push(text.slice(at, from))
    at = to
  }
  return [...pieces, text.slice(at)].join('\n').replaceAll("\\'", "'")
}
