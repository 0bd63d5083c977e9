import type { CountsTables } from '../tables/counts.ts'
import type { CustodyTotalsTables } from '../tables/custody-totals.ts'
import type { MemberImportsTables } from '../tables/member-imports.ts'
import type { OperatorsTables } from '../tables/operators.ts'
import type { StaffWorkTables } from '../tables/staff-work.ts'

/** Operators' own accounts and records, imports of members, and what the console counts. */
export interface StaffTables
  extends
    CountsTables,
    CustodyTotalsTables,
    MemberImportsTables,
    OperatorsTables,
    StaffWorkTables {}
