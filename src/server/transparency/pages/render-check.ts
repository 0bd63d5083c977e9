import { Solvency } from '../../../contract/subjects/reserves.ts'
import type { Db } from '../../../db/types.ts'
import { fingerprintOf, readVerifier } from '../../../proof/note.ts'
import { readStatement } from '../../../proof/reserve-statement.ts'
import type { Context } from '../../context.ts'
import { readAnchor } from '../anchor/anchor-day.ts'
import type { Language } from '../../../contract/fields/languages.ts'
import { readEpochNo } from '../log/epochs.ts'
import { readVerifiers } from '../log/serve-log.ts'
import { sha256 } from '../log/sha256.ts'
import { readPart, readSheet } from '../sheet/read-sheets.ts'
import { checkPage } from './check-page.ts'
import type { Page } from './render-pages.ts'
import { wordsOf } from '../words.ts'

export async function renderCheck(
  { read }: Context,
  verifiers: ReadonlyMap<string, string>,
  language: Language,
): Promise<Page> {
  const day = (await readSheet(read))?.day ?? null
  const sizes = day === null ? [] : await readStatedSizes(read, day)
  const hasEpochs = (await readEpochNo(read)) > 1
  const hasAnchor = day !== null && (await readAnchor(read, day)) !== undefined
  const keys = (await readVerifiers(read)).split('\n').flatMap((line) => {
    const key = readVerifier(sha256, line)
    return key ? [[key.name, fingerprintOf(sha256, key)] as const] : []
  })
  const shown = { day, hasAnchor, hasEpochs, sizes, verifiers, keys }
  return { title: wordsOf(language).checkTitle, html: checkPage(shown, language) }
}

/** The sizes of the log that the day's wallets signed: verifiers compare them with the log. */
async function readStatedSizes(db: Db, day: string): Promise<number[]> {
  const part = await readPart(db, 'solvency', day)
  const solvency = part && Solvency.safeParse(JSON.parse(part.body)).data
  const counted = (solvency?.wallets ?? []).filter(({ state }) => state === 'counted')
  const sizes = counted.flatMap(({ statement }) => {
    const read = statement && readStatement(statement.text)
    return read ? [read.size] : []
  })
  return [...new Set(sizes)].toSorted((one, other) => one - other)
}
