import type { z } from 'zod'
import type { Language } from '../../contract/fields/languages.ts'
import type { PublishedText } from '../../contract/subjects/readiness.ts'
import { takeTurn } from '../../db/named-locks.ts'
import type { Db, Tx } from '../../db/types.ts'

type Translation = z.output<typeof PublishedText>['translations'][number]

/** One publication at a time. A table lock would need the right to change its rows. */
export const lockTexts = (tx: Tx): Promise<void> => takeTurn(tx, 'legal_texts')

/** The languages that this version is translated into. */
export async function readTranslated(
  db: Db | Tx,
  kind: 'terms' | 'privacy',
  version: number,
): Promise<Language[]> {
  const rows = await db
    .selectFrom('legal_translations')
    .select('language')
    .where('kind', '=', kind)
    .where('version', '=', version)
    .execute()
  return rows.map(({ language }) => language)
}

/** The translations of these versions, by kind and version. */
export async function readTranslations(
  db: Db | Tx,
  texts: readonly { kind: string; version: number }[],
): Promise<Map<string, Translation[]>> {
  const found = new Map<string, Translation[]>()
  if (texts.length === 0) return found
  const rows = await db
    .selectFrom('legal_translations')
    .select(['kind', 'version', 'language', 'body', 'published_by', 'published_at'])
    .where(
      'version',
      'in',
      texts.map(({ version }) => version),
    )
    .orderBy('language')
    .execute()
  for (const { kind, version, language, body, published_by, published_at: at } of rows) {
    const key = `${kind}-${version}`
    const one = { language, body, published_by, published_at: at.toISOString() }
    found.set(key, [...(found.get(key) ?? []), one])
  }
  return found
}
