import type { z } from 'zod'
import type { Language } from '../../contract/fields/languages.ts'
import { rejectField } from '../../contract/refusals/reject.ts'
import type { PublishedText } from '../../contract/subjects/readiness.ts'
import { text } from '../../contract/texts/texts.ts'
import type { Db } from '../../db/types.ts'
import { audit, type By } from '../audit/audit.ts'
import { readPublished, readTextsInForce } from './legal-texts.ts'
import { lockTexts, readTranslated } from './legal-translations.ts'

type New = { kind: 'terms' | 'privacy'; version: string; language: Language; body: string }

/**
 * Adds a permanent translation to the version in force, because members must be able to read what
 * they accepted. Refuses another version, because its translator worked from another original.
 */
export async function publishTranslation(
  db: Db,
  { kind, version, language, body }: New,
  by: By,
): Promise<z.output<typeof PublishedText>> {
  return await db.transaction().execute(async (tx) => {
    await lockTexts(tx)
    const inForce = (await readTextsInForce(tx))[kind]
    if (inForce?.version !== version) throw rejectField('version', text('legal_text_replaced'))
    if (inForce.original_language === language) {
      throw rejectField('language', text('legal_original'))
    }
    const no = Number(inForce.version)
    if ((await readTranslated(tx, kind, no)).includes(language)) {
      throw rejectField('language', text('legal_translation_exists'))
    }
    await tx
      .insertInto('legal_translations')
      .values({ kind, version: no, language, body, published_by: by.operator })
      .execute()
    const after = { kind, version: no, language, characters: body.length }
    const object = `${kind} ${version} ${language}`
    await audit(tx, [{ ...by, action: 'publish translation', object, after }])
    return await readPublished(tx, kind, no)
  })
}
