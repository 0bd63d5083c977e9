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

export const readText = (path: string): string => readFileSync(join(root, path), 'utf8')

const parsed = new Map<string, ts.SourceFile>()

/** The syntax tree of a file, parsed once. */
export function parse(path: string): ts.SourceFile {
  const known = parsed.get(path)
  if (known !== undefined) return known
  const source = ts.createSourceFile(path, readText(path), ts.ScriptTarget.Latest, true)
  parsed.set(path, source)
  return source
}

/** Visits every node of a file, outer ones first. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  node.forEachChild((child) => walk(child, visit))
}
