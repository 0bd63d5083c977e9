import { compileOnce, type Given } from '../../db/compiled.ts'
import type { Language } from '../../contract/fields/languages.ts'
import type { Db } from '../../db/types.ts'

const languageOf = compileOnce((db, { member }: Given<{ member: number }>) =>
  db.selectFrom('identities').select('language').where('member_no', '=', member),
)

/** The language that a member has chosen. */
export const readLanguage = async (db: Db, member: number): Promise<Language> =>
  (await languageOf.first(db, { member }))?.language ?? 'en'
