import { translateTexts } from '../../domain/texts.ts'
import { words, type Words } from '../../proof/check/words.ts'
import { catalogs } from '../language/verifier-catalogs.ts'
import { nodeWords, type NodeWords } from './node-check/node-words.ts'

export type VerifierTexts = { readonly proof: Words; readonly node: NodeWords }

/** The program's texts in a language, in English if there is none. */
export function textsIn(language: string): VerifierTexts {
  const find = (id: string): string | undefined => catalogs[language]?.texts[id]
  return {
    proof: translateTexts(words, 'proof', find),
    node: translateTexts(nodeWords, 'node', find),
  }
}
