import type { CallAnswer } from '../../../contract/call.ts'

export type GoLive = CallAnswer<'getGoLive'>

export type Item = GoLive['items'][number]
