import { inPart, isTracing, SpanKind } from '../../traces/span.ts'

const attributes = { 'db.system.name': 'postgresql' }
const MAX_NAMES = 1_000
const names = new Map<string, string>()

/** A statement's kind and table. Its text may contain values. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const [verb = 'statement'] = /^\s*[a-z]+/i.exec(text) ?? []
  const [, table] = /\b(?:from|into|update|join)\s+"?([a-z_]+)/i.exec(text) ?? []
  const name = [verb.trim().toLowerCase(), table].filter(Boolean).join(' ')
  if (names.size < MAX_NAMES) names.set(text, name)
  return name
}

/** Times a statement as part of a trace, if there is one. */
export const statementSpan = <T>(text: string, ask: () => Promise<T>): Promise<T> =>
  isTracing() ? inPart(() => nameOf(text), { kind: SpanKind.CLIENT, attributes }, ask) : ask()
