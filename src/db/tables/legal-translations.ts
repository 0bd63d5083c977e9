// Written from the migrated database by `npm run schema`.

import type { Generated } from 'kysely'

export interface LegalTranslationsTables {
  /** Translations of legal texts. Each belongs to one version of the original. */
  legal_translations: {
    kind: string
    version: number
    language: 'en' | 'es'
    body: string
    published_by: string
    published_at: Generated<Date>
  }
}
