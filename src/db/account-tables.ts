import type { ClosingsTables } from './tables/closings.ts'
import type { MembersTables } from './tables/members.ts'
import type { TokenMarkTables } from './tables/token-mark.ts'

/** Members' accounts, their sessions and settings, and closed accounts. */
export interface AccountTables extends MembersTables, ClosingsTables, TokenMarkTables {}
