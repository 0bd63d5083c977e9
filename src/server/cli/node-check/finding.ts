import { fillText } from '../../../domain/texts.ts'
import type { Trouble, TroubleKind } from '../../../tron/node/trouble.ts'
import type { NodeWords } from './node-words.ts'

/** What a node's answers mean for one question. */
export type Finding = { readonly is: 'agrees' | 'differs' | 'open'; readonly says: string }

const problems: Partial<Record<TroubleKind, keyof NodeWords['problems']>> = {
  timeout: 'timeout',
  unreachable: 'unreachable',
  rate_limited: 'limited',
  busy: 'limited',
  unauthorised: 'refused',
  refused: 'refused',
  unavailable: 'unavailable',
  malformed: 'malformed',
  disagreement: 'malformed',
  too_large: 'tooLarge',
  redirected: 'redirected',
  stale: 'stale',
}

/** A question that a node didn't answer, with the reason. */
export function openFinding(what: string, { kind, detail }: Trouble, words: NodeWords): Finding {
  const problem = words.problems[problems[kind] ?? 'failed']
  return { is: 'open', says: fillText(words.trouble, { what, problem, detail: detail || kind }) }
}
