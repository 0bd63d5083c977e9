import { sql } from 'kysely'
import type { Language } from '../../contract/fields/languages.ts'
import { rejectField } from '../../contract/refusals/reject.ts'
import { text } from '../../contract/texts/texts.ts'
import type { Db } from '../../db/types.ts'
import { audit, type By } from '../audit/audit.ts'
import { readPublished, type Kind, type Published } from './legal-texts.ts'
import { lockTexts, readTranslated } from './legal-translations.ts'

/** Publishes a text's next version, in force immediately. */
export async function publishText(
  db: Db,
  { kind, language, body }: { kind: Kind; language: Language; body: string },
  by: By,
): Promise<Published> {
  return await db.transaction().execute(async (tx) => {
    await lockTexts(tx)
    const rows = await tx
      .selectFrom('legal_texts')
      .select((eb) => [
        sql<number>`coalesce(max(${eb.ref('version')}), 0) + 1`.as('version'),
        eb
          .selectFrom('legal_texts as last')
          .select((inner) =>
            inner
              .and([inner('last.body', '=', body), inner('last.language', '=', language)])
              .as('same'),
          )
          .where('last.kind', '=', kind)
          .orderBy('last.version', 'desc')
          .limit(1)
          .as('same'),
      ])
      .where('kind', '=', kind)
      .execute()
    const { version = 1, same = null } = rows[0] ?? {}
    // To replace a translation, publish the same text again.
    if (same && (await readTranslated(tx, kind, version - 1)).length === 0) {
      throw rejectField('body', text('legal_text_unchanged'))
    }
    await tx
      .insertInto('legal_texts')
      .values({ kind, version, language, body, published_by: by.operator })
      .execute()
    const after = { kind, version, language, characters: body.length }
    await audit(tx, [{ ...by, action: 'publish text', object: `${kind} ${version}`, after }])
    return await readPublished(tx, kind, version)
  })
}
