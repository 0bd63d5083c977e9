import ts from 'typescript'
import { expect, test } from 'vitest'
import { parse, sources } from '../tidy/sources.ts'

// Texts that no catalog can have, because they are written in place: between tags, or as an
// attribute that is shown or spoken.

const SPOKEN = /^aria-(description|label|roledescription|valuetext)$/
const SHOWN =
  /^(alt|description|done|empty|head(ing)?|hint|intro|label|legend|placeholder|text|title)$/
/** Names, units, and keys. */
const NAMES = /^([A-Z][A-Z0-9-]+|Twofold|Telegram|WhatsApp|Enter|Esc|Tab|Ctrl|Home|End)$/
// Texts in them are marked, or aren't prose.
const MARKED = /^(Trans|Plural|code|kbd|script|style|svg)$/

const isProse = (text: string): boolean =>
  text
    .split(/[\s·,.:/()]+/)
    .some((word) => /\p{L}{2}/u.test(word) && !NAMES.test(word) && !/^[a-z]+-[a-z-]+$/.test(word))

function tagOf(node: ts.Node): string {
  if (ts.isJsxElement(node)) return node.openingElement.tagName.getText()
  return ts.isJsxSelfClosingElement(node) ? node.tagName.getText() : ''
}

function isMarked(node: ts.Node): boolean {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (MARKED.test(tagOf(at))) return true
  }
  return false
}

/** A text in place: between tags, in braces between tags, or as an attribute's value. */
function textOf(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return node.text
  if (!ts.isStringLiteralLike(node)) return null
  const holder = ts.isJsxExpression(node.parent) ? node.parent.parent : node.parent
  if (!ts.isJsxAttribute(holder)) return ts.isJsxExpression(node.parent) ? node.text : null
  const name = holder.name.getText()
  return SHOWN.test(name) || SPOKEN.test(name) ? node.text : null
}

function unmarkedIn(path: string, file = parse(path)): string[] {
  const found: string[] = []
  const walk = (node: ts.Node): void => {
    const text = textOf(node)
    if (text !== null && isProse(text) && !isMarked(node)) found.push(`${path}: ${text.trim()}`)
    ts.forEachChild(node, walk)
  }
  walk(file)
  return found
}

test('finds every text of the pages in a catalog', () => {
  const pages = sources.filter((path) => /^src\/web\/(?!gallery\/).*\.tsx$/.test(path))
  expect(pages.length).toBeGreaterThan(250)
  expect(pages.flatMap((path) => unmarkedIn(path))).toEqual([])
})

test.each([
  '<p>Log in</p>',
  '<p>{"Log in"}</p>',
  '<Field label="Amount" />',
  "<i title={'Amount'} />",
])('finds %s', (source) => {
  const file = ts.createSourceFile('a.tsx', `x = ${source}`, ts.ScriptTarget.Latest, true)
  expect(unmarkedIn('a.tsx', file)).toHaveLength(1)
})

test.each(['<p><Trans>Log in</Trans></p>', '<p>TRX</p>', '<Field label={t`Amount`} />'])(
  'accepts %s',
  (source) => {
    const file = ts.createSourceFile('a.tsx', `x = ${source}`, ts.ScriptTarget.Latest, true)
    expect(unmarkedIn('a.tsx', file)).toEqual([])
  },
)
