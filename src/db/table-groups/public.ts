import type { LiabilitiesTables } from '../tables/liabilities.ts'
import type { ProofTables } from '../tables/proof.ts'
import type { SolvencyTables } from '../tables/solvency.ts'
import type { WitnessesTables } from '../tables/witnesses.ts'

/** The tables that outsiders can check: the public log, its sheets, and their sources. */
export interface PublicTables
  extends LiabilitiesTables, ProofTables, SolvencyTables, WitnessesTables {}
