import { recordCatalogs } from './catalogs.ts'
import { recordPublications } from './publish-drafts.ts'

export const catalogHooks = [recordCatalogs, recordPublications] as const
