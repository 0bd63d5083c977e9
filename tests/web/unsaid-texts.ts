import ts from 'typescript'
import { parse } from '../support/sources.ts'

// Finds words for the screen that stand outside of the message macros, and so would stay English
// in every other language. Words are what JSX shows or has read aloud, and whatever literal
// elsewhere begins like a sentence.

const SPOKEN_ATTRIBUTES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'hint',
  'intro',
  'label',
  'placeholder',
  'term',
  'text',
  'title',
])
const MACROS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal', 't', 'msg', 'plural'])
/** What these are given is for whoever looks after the product. */
const SILENT = /^(?:console\.\w+|\w*Error|import)$/
/** Names are the same in every language. */
const NAMES = new Set([
  'Twofold',
  'Telegram',
  'Samsung Internet',
  'Ctrl K',
  'TRX (TRC20)',
  'USDT (TRC20)',
])
const CODES = new Set(['USD', 'Bearer …'])

export type Said = { where: string; text: string }

/** The sentences of a file that no macro takes; `…` stands for what is filled in. */
export function findSentences(path: string, silent = SILENT): Said[] {
  const file = parse(path)
  const found: Said[] = []
  const visit = (node: ts.Node): void => {
    if (isSilent(node, file, silent)) return
    const text = textOf(node)
    if (text !== null && isSaid(node, text)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
      found.push({ where: `${path}:${line + 1}`, text })
    }
    // What is put together of parts has been read as one.
    if (text === null || !ts.isBinaryExpression(node)) ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Macros, logs, imports and types are not looked into. */
function isSilent(node: ts.Node, file: ts.SourceFile, silent: RegExp): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true
  if (ts.isTaggedTemplateExpression(node)) return MACROS.has(node.tag.getText(file))
  if (ts.isJsxElement(node)) return MACROS.has(node.openingElement.tagName.getText(file))
  if (ts.isJsxSelfClosingElement(node)) return MACROS.has(node.tagName.getText(file))
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return isForSearch(node)
  const name = node.expression.getText(file)
  return MACROS.has(name) || silent.test(name)
}

/** A page's description for search engines: written at build time, and so in English. */
function isForSearch(node: ts.Node): boolean {
  if (!ts.isObjectLiteralExpression(node)) return false
  return node.properties.some((property) => property.getText() === "name: 'description'")
}

function textOf(node: ts.Node): string | null {
  const text = partsOf(node)?.join('…')
  return text === undefined ? null : text.trim().replaceAll(/\s+/g, ' ')
}

/** The fixed parts of a text, between which something is filled in. */
function partsOf(node: ts.Node): string[] | undefined {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node)) {
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text)
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return
  const [left, right] = [partsOf(node.left), partsOf(node.right)]
  if (!left || !right) return undefined
  return [...left.slice(0, -1), `${left.at(-1)}${right[0]}`, ...right.slice(1)]
}

function isSaid(node: ts.Node, text: string): boolean {
  if (NAMES.has(text) || CODES.has(text)) return false
  const isShown = ts.isJsxText(node) || isSpokenAttribute(node)
  return isShown ? /\p{L}{2}/u.test(text) : isSentence(text)
}

/** A capital letter at its beginning, or a full stop at the end of what begins with a name. */
export const isSentence = (text: string): boolean =>
  /^(?:\p{Lu}.* |….* .*\.$)/u.test(text) && /\p{Ll}{3}/u.test(text)

/** Whether a literal is the value of such an attribute, also as one branch of a condition. */
function isSpokenAttribute(node: ts.Node): boolean {
  let { parent } = node
  while (ts.isConditionalExpression(parent) || ts.isJsxExpression(parent)) ({ parent } = parent)
  return ts.isJsxAttribute(parent) && SPOKEN_ATTRIBUTES.has(parent.name.getText())
}
