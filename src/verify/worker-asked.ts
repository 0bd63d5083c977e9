import { translateTexts } from '../domain/texts.ts'
import type { KeptFile } from '../proof/check/check-files.ts'
import { words } from '../proof/check/words.ts'
import { catalogs } from './catalogs.ts'

/** What a page asks of a worker. */
export type Asked = { readonly files: readonly KeptFile[]; readonly language: string }

export const proofTexts = (language: string): typeof words =>
  translateTexts(words, 'proof', (id) => catalogs[language]?.texts[id])
