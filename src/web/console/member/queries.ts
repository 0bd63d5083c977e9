import type { CallAnswer } from '../../../contract/call.ts'

export type Member = CallAnswer<'getMember'>
