import { readyHooks, type ReadyHooks } from '../book/batch-hook.ts'
import { catalogHooks } from '../catalog/batch-hooks.ts'
import type { Config } from '../config/config.ts'
import { endMoves } from '../custody/send-moves.ts'
import { depositHooks } from '../deposit/batch-hooks.ts'
import { insertImported } from '../imports/import-hook.ts'
import { recordAdjustments } from '../ledger/record-adjustments.ts'
import { recordSuspensions } from '../members/suspend-member.ts'
import { recordActivations } from '../network/record-activations.ts'
import { payoutHooks } from '../payout/batch-hooks.ts'
import { insertIdentities } from '../registration/insert-identities.ts'
import { endApprovals } from '../staff/access/withdraw-approvals.ts'
import { withdrawalHooks } from '../withdrawal/batch-hooks.ts'
import { recordDecisions } from '../withdrawal/review/record-decisions.ts'

/** Every batch hook of the product, by the name that submissions use. */
export const batchHooks = [
  ...catalogHooks,
  ...depositHooks,
  ...payoutHooks,
  ...withdrawalHooks,
  endApprovals,
  endMoves,
  insertIdentities,
  insertImported,
  recordActivations,
  recordAdjustments,
  recordDecisions,
  recordSuspensions,
] as const

/** The batch hooks with the configuration of the process that runs the ledger writer. */
export const productHooks = (config: Config): ReadyHooks => readyHooks(batchHooks, config)
