import type { CallAnswer } from '../../../contract/call.ts'

export type GoLive = CallAnswer<'getReadinessChecklist'>

export type Item = GoLive['items'][number]
