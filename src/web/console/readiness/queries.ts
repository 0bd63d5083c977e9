import { localize } from '../../client/api-error.ts'
import { knownText } from '../parts/known-text.ts'
import { call } from '../session/call.ts'
import { queryOptions } from '@tanstack/react-query'
import type { CallAnswer } from '../../../contract/call.ts'

export type Readiness = CallAnswer<'getReadinessChecklist'>

export type Item = Readiness['items'][number]

export const legalTextsQuery = queryOptions({
  queryKey: ['listLegalTexts'],
  queryFn: ({ signal }) => call('listLegalTexts', { query: { page_size: '50' } }, { signal }),
})

export const checklistQuery = queryOptions({
  queryKey: ['getReadinessChecklist'],
  queryFn: ({ signal }) => call('getReadinessChecklist', {}, { signal }),
})

/** What the product found, in the operator’s language, or what an admin wrote. */
export const evidenceOf = ({ evidence, evidence_text: text }: Item): string | null =>
  evidence === null ? null : localize(evidence, text ?? undefined)

export const whyOf = ({ name, why }: Item): string => knownText(`readiness.${name}.why`, why)

export const titleOf = ({ name, title }: Item): string =>
  knownText(`readiness.${name}.title`, title)
