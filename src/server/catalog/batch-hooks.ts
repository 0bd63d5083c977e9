import { recordCatalogs } from './add-catalog.ts'
import { recordPublications } from './record-publications.ts'

export const catalogHooks = [recordCatalogs, recordPublications] as const
