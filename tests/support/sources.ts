import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join, relative } from 'node:path'
import ts from 'typescript'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Every file below a folder of the repository, as paths from the repository's root. */
export function filesBelow(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => relative(root, join(entry.parentPath, entry.name))).sort()
}

const texts = new Map<string, string>()

/** The text of a file, read once. */
export function readText(path: string): string {
  const known = texts.get(path)
  if (known !== undefined) return known
  const text = readFileSync(join(root, path), 'utf8')
  texts.set(path, text)
  return text
}

const parsed = new Map<string, ts.SourceFile>()

// Types in comments aren't ours, and reading them takes a quarter of the time.
const language = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
}

/** The syntax tree of a file, parsed once. */
export function parse(path: string): ts.SourceFile {
  const known = parsed.get(path)
  if (known !== undefined) return known
  const source = ts.createSourceFile(path, readText(path), language, true)
  parsed.set(path, source)
  return source
}

/** Visits every node of a file, outer ones first. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  node.forEachChild((child) => walk(child, visit))
}
