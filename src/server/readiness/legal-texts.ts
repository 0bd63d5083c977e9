import { nowMs } from '../../clock/clock.ts'
import { countAll } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { Language } from '../../contract/fields/languages.ts'
import type { LegalText, PublishedText } from '../../contract/subjects/readiness.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { Slice } from '../http/paging.ts'
import { readTranslations } from './legal-translations.ts'

export type Kind = 'terms' | 'privacy'

/** The terms and the privacy notice in force, translated if they are; null until we publish one. */
export async function readTextsInForce(
  db: Db | Tx,
  language: Language | null = null,
): Promise<Record<Kind, z.infer<typeof LegalText> | null>> {
  const rows = await db
    .selectFrom('legal_texts')
    .leftJoin('legal_translations as translation', (join) =>
      join
        .onRef('translation.kind', '=', 'legal_texts.kind')
        .onRef('translation.version', '=', 'legal_texts.version')
        .on('translation.language', '=', language),
    )
    .distinctOn('legal_texts.kind')
    .select([
      'legal_texts.kind',
      'legal_texts.version',
      'legal_texts.language',
      'legal_texts.body',
      'legal_texts.published_at',
      'translation.body as translated',
    ])
    .orderBy('legal_texts.kind')
    .orderBy('legal_texts.version', 'desc')
    .execute()
  const find = (kind: Kind) => {
    const row = rows.find((each) => each.kind === kind)
    if (!row) return null
    const { version, body, translated, published_at: at, language: original } = row
    return {
      kind,
      version: String(version),
      language: translated === null ? original : (language ?? original),
      original_language: original,
      body: translated ?? body,
      published_at: at.toISOString(),
    }
  }
  return { terms: find('terms'), privacy: find('privacy') }
}

/** Later than any publication, even if the database's clock is ahead. */
export const aMomentAhead = (): Date => new Date(nowMs() + 60_000)

export type Published = z.infer<typeof PublishedText>

/** Every version of both texts, newest first. A row's key is its time. */
export async function readTexts(
  db: Db | Tx,
  { before, only }: { before: Date; only?: { kind: Kind; version: number } },
  { limit = 1, offset = 0 }: Slice = {},
): Promise<Published[]> {
  const rows = await db
    .selectFrom('legal_texts')
    .select([
      'legal_texts.kind',
      'legal_texts.version',
      'legal_texts.language',
      'legal_texts.body',
      'legal_texts.published_by',
      'legal_texts.published_at',
    ])
    .select((eb) => [
      eb
        .selectFrom('legal_texts as newer')
        .select(({ fn }) => fn.max('newer.version').as('version'))
        .whereRef('newer.kind', '=', 'legal_texts.kind')
        .$asScalar()
        .as('newest'),
      eb
        .selectFrom('text_acceptances')
        .select(countAll.as('count'))
        .whereRef('text_acceptances.kind', '=', 'legal_texts.kind')
        .whereRef('text_acceptances.version', '=', 'legal_texts.version')
        .$asScalar()
        .as('accepted'),
    ])
    .where('published_at', '<', before)
    .$if(only !== undefined, (query) =>
      query.where('kind', '=', only?.kind ?? 'terms').where('version', '=', only?.version ?? 0),
    )
    .orderBy('published_at', 'desc')
    .orderBy('kind')
    .limit(limit)
    .offset(offset)
    .execute()
  const translations = await readTranslations(db, rows)
  return rows.map((row) => ({
    id: `${row.kind}-${row.version}`,
    kind: row.kind,
    version: String(row.version),
    language: row.language,
    original_language: row.language,
    body: row.body,
    published_by: row.published_by,
    published_at: row.published_at.toISOString(),
    in_force: row.version === row.newest,
    accepted_by: row.accepted,
    translations: translations.get(`${row.kind}-${row.version}`) ?? [],
  }))
}

/** A version as the console shows it, right after its publication. */
export async function readPublished(tx: Tx, kind: Kind, version: number): Promise<Published> {
  const [published] = await readTexts(tx, { before: aMomentAhead(), only: { kind, version } })
  if (!published) throw new Error(`there is no ${kind} ${version}`)
  return published
}
