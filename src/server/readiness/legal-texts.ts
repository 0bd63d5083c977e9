import { sql } from 'kysely'
import type { z } from 'zod'
import type { LegalText, PublishedText } from '../../contract/subjects/readiness.ts'
import type { Db, RowOf, Tx } from '../../db/types.ts'
import { rejectField } from '../../contract/refusals/reject.ts'
import { audit } from '../audit/audit.ts'
import { text, type Text } from '../../contract/texts/texts.ts'

type Kind = 'terms' | 'privacy'
type LegalTextRow = RowOf<'legal_texts', 'version' | 'body' | 'published_by' | 'published_at'> & {
  kind: Kind
  newest: number
  accepted: number
}

export type Accepted = {
  terms_version?: string | null | undefined
  privacy_version?: string | null | undefined
}

/** The terms and the privacy notice in force; null until we publish one. */
export async function readTextsInForce(
  db: Db | Tx,
): Promise<Record<Kind, z.infer<typeof LegalText> | null>> {
  const { rows } = await sql<LegalTextRow>`
    select distinct on (kind) kind, version, body, published_at from legal_texts
    order by kind, version desc`.execute(db)
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
  const { rows } = await sql<{ kind: Kind; version: number }>`
    select kind, max(version) as version from legal_texts group by kind`.execute(db)
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
  const { rows } = await sql<LegalTextRow>`
    select t.*, (select max(version) from legal_texts n where n.kind = t.kind) as newest,
      (select count(*)::int from text_acceptances a
        where a.kind = t.kind and a.version = t.version) as accepted
    from legal_texts t where published_at < ${before}
    order by published_at desc, kind limit ${limit} offset ${offset}`.execute(db)
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
    const { rows } = await sql<{ version: number; same: boolean | null }>`
      select coalesce(max(version), 0) + 1 as version, (select body = ${body} from legal_texts
        where kind = ${kind} order by version desc limit 1) as same
      from legal_texts where kind = ${kind}`.execute(tx)
    const { version = 1, same = null } = rows[0] ?? {}
    if (same) throw rejectField('body', 'This is the text in force already.')
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
