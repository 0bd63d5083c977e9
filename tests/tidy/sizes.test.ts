import { expect, test } from 'vitest'
import { isLong } from '../support/scale.ts'
import { everything, functionsOf, readText, sources } from './sources.ts'

const maxFileLines = 400
const maxFunctionLines = 70
const maxColumns = 100

const lines = new Map<string, string[]>()

function linesOf(path: string): string[] {
  const known = lines.get(path) ?? readText(path).trimEnd().split('\n')
  lines.set(path, known)
  return known
}

function quantile(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

test('files are short: median, 95th percentile, longest', () => {
  const sizes = sources.map((path) => linesOf(path).length).toSorted((a, b) => a - b)
  const [median, p95, longest] = [0.5, 0.95, 1].map((part) => quantile(sizes, part))
  process.stdout.write(
    `${sizes.length} files in src: median ${median} lines, p95 ${p95}, longest ${longest}\n`,
  )
  expect(median).toBeLessThanOrEqual(80)
  expect(p95).toBeLessThanOrEqual(250)
  expect(everything.filter((path) => linesOf(path).length > maxFileLines)).toEqual([])
})

// Our formatter indents everything else, so no function goes beyond such a part.
const topLevel = /^(?=(?:async|class|const|export|function|import|interface|let|type) )/m

const hasLongPart = (path: string): boolean =>
  readText(path)
    .split(topLevel)
    .some((part) => part.trimEnd().split('\n').length > maxFunctionLines)

test('functions and components are short', () => {
  // Parsing the other files only adds to the statistics.
  const paths = isLong ? sources : sources.filter(hasLongPart)
  const functions = paths.flatMap(functionsOf)
  const sizes = functions.map(({ lines }) => lines).toSorted((a, b) => a - b)
  const [median, p95, longest] = [0.5, 0.95, 1].map((part) => quantile(sizes, part))
  process.stdout.write(
    `${sizes.length} functions in ${paths.length} files: median ${median} lines, p95 ${p95}, ` +
      `longest ${longest}\n`,
  )
  const long = functions.filter(({ lines }) => lines > maxFunctionLines)
  expect(long.map(({ where, lines }) => `${where} has ${lines} lines`)).toEqual([])
})

test('no line is longer than 100 columns', () => {
  const wide = everything.flatMap((path) =>
    linesOf(path).flatMap((line, index) =>
      line.length > maxColumns ? [`${path}:${index + 1}`] : [],
    ),
  )
  expect(wide).toEqual([])
})
