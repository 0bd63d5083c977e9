import { fingerprintOf, readVerifier } from '../../../proof/note.ts'
import type { Context } from '../../context.ts'
import { readAnchor } from '../anchor/anchor-day.ts'
import type { Language } from '../figures.ts'
import { readVerifiers } from '../log/serve-log.ts'
import { sha256 } from '../log/sha256.ts'
import { readSheet } from '../sheet/read-sheets.ts'
import { checkPage } from './check-page.ts'
import type { Page } from './render-pages.ts'
import { wordsOf } from '../words.ts'

export async function renderCheck(
  { read }: Context,
  verifiers: ReadonlyMap<string, string>,
  language: Language,
): Promise<Page> {
  const day = (await readSheet(read))?.day ?? null
  const hasAnchor = day !== null && (await readAnchor(read, day)) !== undefined
  const keys = (await readVerifiers(read)).split('\n').flatMap((line) => {
    const key = readVerifier(sha256, line)
    return key ? [[key.name, fingerprintOf(sha256, key)] as const] : []
  })
  const shown = { day, hasAnchor, verifiers, keys }
  return { title: wordsOf(language).checkTitle, html: checkPage(shown, language) }
}
