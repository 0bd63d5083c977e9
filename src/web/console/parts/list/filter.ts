import { CODE_WORDS } from './code-words.ts'
import type { Choice } from '../../../ui/form/select-field.tsx'

/** One field above a list. Its value is in the address under `key`. */
export type Filter =
  | {
      key: string
      label: string
      kind: 'text'
      placeholder?: string
      /** For the call: what was typed in the operator's language as a code. */
      codeOf?: (text: string) => string
    }
  | { key: string; label: string; kind: 'choice'; choices: Choice[] }
  /** A day in UTC. The call takes its first or its last moment. */
  | { key: string; label: string; kind: 'date'; edge: 'start' | 'end' }

const PLACES = ['page', 'page_size', 'sort', 'after']

/** The parts of the address for the list's call: its filters and the position in it. */
export function queryOf(params: URLSearchParams, filters: Filter[]): Record<string, string> {
  const pairs = [
    ...filters.map((filter) => [filter.key, valueOf(filter, params.get(filter.key))] as const),
    ...PLACES.map((key) => [key, params.get(key)] as const),
  ]
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => Boolean(pair[1])))
}

/** The filters' values in an address, as their fields show them. */
export const valuesOf = (params: URLSearchParams, filters: Filter[]): Record<string, string> =>
  Object.fromEntries(filters.map(({ key }) => [key, params.get(key) ?? '']))

/** The address with these filters, on its first page. */
export function filtered(params: URLSearchParams, values: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [key, value] of Object.entries(values)) {
    if (value.trim()) next.set(key, value.trim())
    else next.delete(key)
  }
  for (const key of ['page', 'after']) next.delete(key)
  return next
}

function valueOf(filter: Filter, text: string | null): string | null {
  if (!text) return text
  if (filter.kind === 'text') return filter.codeOf?.(text) ?? text
  if (filter.kind !== 'date') return text
  return `${text}T${filter.edge === 'start' ? '00:00:00.000' : '23:59:59.999'}Z`
}

/**
 * The query of the next page of a list, from the server's link. That continues after a row. We add
 * the page's number, for the reader and for the way back.
 */
export function pageParams(params: URLSearchParams, url: string, page: number): URLSearchParams {
  const given = new URL(url, window.location.origin).searchParams
  const next = new URLSearchParams(params)
  for (const key of PLACES) {
    const value = given.get(key)
    if (value === null) next.delete(key)
    else next.set(key, value)
  }
  next.set('page', String(page))
  return next
}

/**
 * A code in the operator's language, in the form for a noun such as `delivery`; an unknown one as
 * words: `re_opened` → `Re opened`.
 */
export const wordsOf = (code: string, noun = ''): string =>
  CODE_WORDS[`${noun} ${code}`] ??
  CODE_WORDS[code] ??
  (code.charAt(0).toUpperCase() + code.slice(1))
    .replaceAll('_', ' ')
    .replace(/([a-z])(\d)/g, '$1 $2')

export const choicesOf = (codes: readonly string[]): Choice[] =>
  codes.map((code) => ({ value: code, label: wordsOf(code) }))
