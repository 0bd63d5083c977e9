import type { ClosingsTables } from '../tables/closings.ts'
import type { EmailsFromTheLogTables } from '../tables/emails-from-the-log.ts'
import type { MembersTables } from '../tables/members.ts'
import type { TokenMarkTables } from '../tables/token-mark.ts'

/** Members' accounts, their sessions, settings, and emails, and closed accounts. */
export interface AccountTables
  extends MembersTables, ClosingsTables, EmailsFromTheLogTables, TokenMarkTables {}
