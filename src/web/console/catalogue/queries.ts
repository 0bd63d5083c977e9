import type { CallAnswer } from '../../../contract/call.ts'

export type Draft = CallAnswer<'getCatalogueDraft'>
