import { recordCatalogs } from './add-catalog.ts'
import { recordPublications } from './publish-drafts.ts'

export const catalogHooks = [recordCatalogs, recordPublications] as const
