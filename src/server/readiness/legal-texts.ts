import { sql } from 'kysely'
import { countAll } from '../../db/expressions.ts'
import type { z } from 'zod'
import type { LegalText, PublishedText } from '../../contract/subjects/readiness.ts'
import type { Db, Tx } from '../../db/types.ts'
import { rejectField } from '../../contract/refusals/reject.ts'
import { audit } from '../audit/audit.ts'
import { text, type Text } from '../../contract/texts/texts.ts'

type Kind = 'terms' | 'privacy'

export type Accepted = {
  terms_version?: string | null | undefined
  privacy_version?: string | null | undefined
}

/** The terms and the privacy notice in force; null until we publish one. */
export async function readTextsInForce(
  db: Db | Tx,
): Promise<Record<Kind, z.infer<typeof LegalText> | null>> {
  const rows = await db
    .selectFrom('legal_texts')
    .distinctOn('kind')
    .select(['kind', 'version', 'body', 'published_at'])
    .orderBy('kind')
    .orderBy('version', 'desc')
    .execute()
  const find = (kind: Kind) => {
    const row = rows.find((each) => each.kind === kind)
    if (!row) return null
    const { version, body, published_at: at } = row
    return { kind, version: String(version), body, published_at: at.toISOString() }
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
): Promise<{ accepted: [Kind, number][]; errors: Record<string, Text[]> }> {
  const inForce = await readVersions(db)
  const errors: Record<string, Text[]> = {}
  const accepted: [Kind, number][] = []
  for (const kind of ['terms', 'privacy'] as const) {
    const version = inForce.get(kind)
    if (version === undefined) continue
    if (form[`${kind}_version`] === String(version)) accepted.push([kind, version])
    else errors[`${kind}_version`] = [refusals[kind]]
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
  members: readonly { member: number; accepted: readonly [Kind, number][] }[],
): Promise<void> {
  const rows = members.flatMap(({ member, accepted }) =>
    accepted.map(([kind, version]) => ({ member_no: member, kind, version })),
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
  return rows.map((row) => ({
    id: `${row.kind}-${row.version}`,
    kind: row.kind,
    version: String(row.version),
    body: row.body,
    published_by: row.published_by,
    published_at: row.published_at.toISOString(),
    in_force: row.version === row.newest,
    accepted_by: row.accepted,
  }))
}

/** Publishes a text's next version, in force immediately. */
export async function publishText(
  db: Db,
  { kind, body }: { kind: Kind; body: string },
  by: { operator: string; requestId: string },
): Promise<Published> {
  return await db.transaction().execute(async (tx) => {
    // A table lock would need the right to change its rows.
    await sql`select pg_advisory_xact_lock(hashtextextended('legal_texts', 0))`.execute(tx)
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
    if (same) throw rejectField('body', text('legal_text_unchanged'))
    await tx
      .insertInto('legal_texts')
      .values({ kind, version, body, published_by: by.operator })
      .execute()
    const after = { kind, version, characters: body.length }
    await audit(tx, [{ ...by, action: 'publish text', object: `${kind} ${version}`, after }])
    const texts = await readTexts(tx, aMomentAhead(), 100, 0)
    const published = texts.find(({ id }) => id === `${kind}-${version}`)
    if (!published) throw new Error(`${kind} ${version} is not there`)
    return published
  })
}
