/** All faults of a cluster. */
import { databaseFaults } from './database-faults.ts'
import type { Fault } from './fault.ts'
import { historyFaults } from './history-faults.ts'
import { productFaults } from './product-faults.ts'
import { replicaFaults } from './replica-faults.ts'
import { secretFaults } from './secret-faults.ts'

export const faults: readonly Fault[] = [
  ...productFaults,
  ...databaseFaults,
  ...replicaFaults,
  ...historyFaults,
  ...secretFaults,
]
