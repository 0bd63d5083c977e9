import type { Kysely, Selectable, Transaction } from 'kysely'
import type { AccountTables } from './table-groups/accounts.ts'
import type { PublicTables } from './table-groups/public.ts'
import type { StaffTables } from './table-groups/staff.ts'
import type { DepositsTables } from './tables/deposits.ts'
import type { IncomeTables } from './tables/income.ts'
import type { LegalTranslationsTables } from './tables/legal-translations.ts'
import type { LedgerTables } from './tables/ledger.ts'
import type { MoneyTables } from './tables/money.ts'
import type { OutcomesTables } from './tables/outcomes.ts'
import type { PayoutsTables } from './tables/payouts.ts'
import type { ReconciliationTables } from './tables/reconciliation.ts'
import type { StatusTables } from './tables/status.ts'
import type { WebhooksTables } from './tables/webhooks.ts'

/** Every table. `npm run schema` derives them from the migrated database. */
export interface Database
  extends
    LedgerTables,
    LegalTranslationsTables,
    MoneyTables,
    AccountTables,
    DepositsTables,
    PayoutsTables,
    ReconciliationTables,
    StatusTables,
    StaffTables,
    PublicTables,
    IncomeTables,
    OutcomesTables,
    WebhooksTables {}

/**
 * A row as read from the database, or some of its columns. `bigint` columns are bigint, never
 * number.
 */
export type RowOf<
  Table extends keyof Database,
  Column extends keyof Database[Table] = keyof Database[Table],
> = Selectable<Pick<Database[Table], Column>>

export type Db = Kysely<Database>
export type Tx = Transaction<Database>
