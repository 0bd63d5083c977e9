import { nodeVariables, publicLogVariables, reconciliationVariables } from './chain-variables.ts'
import { paymentVariables, rateVariables } from './payment-variables.ts'
import { contactVariables, signInVariables } from './people-variables.ts'
import {
  processVariables,
  databaseVariables,
  ledgerPortVariables,
  developmentVariables,
} from './server-variables.ts'
import type { VariableDocs } from './variable-doc.ts'

// The purpose of each variable. `npm run reference` makes docs/configuration.md and .env.example
// from it, together with the formats and defaults of environment.ts.

export const variableGroups: Record<string, VariableDocs> = {
  Process: processVariables,
  Database: databaseVariables,
  'Ledger port': ledgerPortVariables,
  'TRON nodes': nodeVariables,
  'Deposits and payouts': paymentVariables,
  'Public log': publicLogVariables,
  Reconciliation: reconciliationVariables,
  'Email and contact': contactVariables,
  Rates: rateVariables,
  'Sign-in and staff': signInVariables,
  'Development services': developmentVariables,
}
