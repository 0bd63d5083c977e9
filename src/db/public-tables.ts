import type { LiabilitiesTables } from './tables/liabilities.ts'
import type { ProofTables } from './tables/proof.ts'
import type { SolvencyTables } from './tables/solvency.ts'
import type { WitnessesTables } from './tables/witnesses.ts'

/** What outsiders can check: the public log, its sheets, and what is behind them. */
export interface PublicTables
  extends LiabilitiesTables, ProofTables, SolvencyTables, WitnessesTables {}
