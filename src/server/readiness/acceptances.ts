/** Which versions of the legal texts new members accept, and in which language they saw them. */
import type { Language } from '../../contract/fields/languages.ts'
import { text, type Text } from '../../contract/texts/texts.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { Kind } from './legal-texts.ts'
import { readTranslated } from './legal-translations.ts'

/** A text, its version, and the language in which we showed it; English if we stored none. */
export type AcceptedText = [Kind, number, Language?]

export type Accepted = {
  terms_language?: Language | undefined
  privacy_language?: Language | undefined
  terms_version?: string | null | undefined
  privacy_version?: string | null | undefined
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
    const current = inForce.get(kind)
    if (!current) continue
    const { version } = current
    const language = form[`${kind}_language`] ?? current.language
    const isShown =
      language === current.language || (await readTranslated(db, kind, version)).includes(language)
    if (isShown && form[`${kind}_version`] === String(version)) {
      accepted.push([kind, version, language])
    } else errors[`${kind}_version`] = [refusals[kind]]
  }
  return { accepted, errors }
}

/** The versions in force, and the languages of their originals. */
async function readVersions(db: Db): Promise<Map<Kind, { version: number; language: Language }>> {
  const rows = await db
    .selectFrom('legal_texts')
    .distinctOn('kind')
    .select(['kind', 'version', 'language'])
    .orderBy('kind')
    .orderBy('version', 'desc')
    .execute()
  return new Map(rows.map(({ kind, ...rest }) => [kind, rest]))
}

/** Records which versions each new member accepted. */
export async function writeAcceptances(
  tx: Tx,
  members: readonly { member: number; accepted: readonly AcceptedText[] }[],
): Promise<void> {
  const rows = members.flatMap(({ member, accepted }) =>
    accepted.map(([kind, version, language = 'en']) => {
      return { member_no: member, kind, version, language }
    }),
  )
  if (rows.length > 0) await tx.insertInto('text_acceptances').values(rows).execute()
}
