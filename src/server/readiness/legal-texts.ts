import { sql } from 'kysely'
import { countAll } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { Language } from '../../contract/fields/languages.ts'
import {
  ORIGINAL_LANGUAGE,
  type LegalText,
  type PublishedText,
} from '../../contract/subjects/readiness.ts'
import type { Db, Tx } from '../../db/types.ts'
import { rejectField } from '../../contract/refusals/reject.ts'
import { audit } from '../audit/audit.ts'
import { text, type Text } from '../../contract/texts/texts.ts'
import { isShownIn, isTranslated, lockTexts, readTranslations } from './legal-translations.ts'

type Kind = 'terms' | 'privacy'

/** A text, its version, and the language in which it was shown; until 025 always the original. */
export type AcceptedText = [Kind, number, Language?]

export type Accepted = {
  terms_language?: Language | undefined
  privacy_language?: Language | undefined
  terms_version?: string | null | undefined
  privacy_version?: string | null | undefined
}

/** The terms and the privacy notice in force, translated if they are; null until we publish one. */
export async function readTextsInForce(
  db: Db | Tx,
  language: Language = ORIGINAL_LANGUAGE,
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
    const { version, body, translated, published_at: at } = row
    return {
      kind,
      version: String(version),
      language: translated === null ? ORIGINAL_LANGUAGE : language,
      body: translated ?? body,
      published_at: at.toISOString(),
    }
  }
  return { terms: find('terms'), privacy: find('privacy') }
}

const refusals: Record<Kind, Text> = {
  terms: text('terms_required'),
  privacy: text('privacy_required'),
}

/**
 * The versions that a registration accepts. Refuses one that doesn't accept the versions in force,
 * under the field's own name. Before publication, there is nothing to accept.
 */
export async function findAccepted(
  db: Db,
  form: Accepted,
): Promise<{ accepted: AcceptedText[]; errors: Record<string, Text[]> }> {
  const inForce = await readVersions(db)
  const errors: Record<string, Text[]> = {}
  const accepted: AcceptedText[] = []
  for (const kind of ['terms', 'privacy'] as const) {
    const version = inForce.get(kind)
    if (version === undefined) continue
    const language = form[`${kind}_language`] ?? ORIGINAL_LANGUAGE
    const isCurrent = form[`${kind}_version`] === String(version)
    if (isCurrent && (await isShownIn(db, kind, version, language))) {
      accepted.push([kind, version, language])
    } else errors[`${kind}_version`] = [refusals[kind]]
  }
  return { accepted, errors }
}

async function readVersions(db: Db): Promise<Map<Kind, number>> {
  const rows = await db
    .selectFrom('legal_texts')
    .select(({ fn }) => ['kind', fn.max('version').as('version')])
    .groupBy('kind')
    .execute()
  return new Map(rows.map(({ kind, version }) => [kind, version]))
}

/** Records which versions each new member accepted. */
export async function writeAcceptances(
  tx: Tx,
  members: readonly { member: number; accepted: readonly AcceptedText[] }[],
): Promise<void> {
  const rows = members.flatMap(({ member, accepted }) =>
    accepted.map(([kind, version, language = ORIGINAL_LANGUAGE]) => {
      return { member_no: member, kind, version, language }
    }),
  )
  if (rows.length > 0) await tx.insertInto('text_acceptances').values(rows).execute()
}

/** Later than any publication, even if the database's clock is ahead. */
export const aMomentAhead = (): Date => new Date(Date.now() + 60_000)

type Published = z.infer<typeof PublishedText>

/** Every version of both texts, newest first. A row's key is its time. */
export async function readTexts(
  db: Db | Tx,
  before: Date,
  limit: number,
  offset: number,
): Promise<Published[]> {
  const rows = await db
    .selectFrom('legal_texts')
    .selectAll()
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
    language: ORIGINAL_LANGUAGE,
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
  const texts = await readTexts(tx, aMomentAhead(), 1000, 0)
  const published = texts.find(({ id }) => id === `${kind}-${version}`)
  if (!published) throw new Error(`${kind} ${version} is not there`)
  return published
}

/** Publishes a text's next version, in force immediately. */
export async function publishText(
  db: Db,
  { kind, body }: { kind: Kind; body: string },
  by: { operator: string; requestId: string },
): Promise<Published> {
  return await db.transaction().execute(async (tx) => {
    await lockTexts(tx)
    const rows = await tx
      .selectFrom('legal_texts')
      .select((eb) => [
        sql<number>`coalesce(max(${eb.ref('version')}), 0) + 1`.as('version'),
        eb
          .selectFrom('legal_texts as last')
          .select((inner) => inner('last.body', '=', body).as('same'))
          .where('last.kind', '=', kind)
          .orderBy('last.version', 'desc')
          .limit(1)
          .as('same'),
      ])
      .where('kind', '=', kind)
      .execute()
    const { version = 1, same = null } = rows[0] ?? {}
    // The same text again is how to replace a translation.
    if (same && !(await isTranslated(tx, kind, version - 1))) {
      throw rejectField('body', text('legal_text_unchanged'))
    }
    await tx
      .insertInto('legal_texts')
      .values({ kind, version, body, published_by: by.operator })
      .execute()
    const after = { kind, version, characters: body.length }
    await audit(tx, [{ ...by, action: 'publish text', object: `${kind} ${version}`, after }])
    return await readPublished(tx, kind, version)
  })
}
