/** All faults of a cluster. */
import { cascadeFaults } from './cascade-faults.ts'
import { databaseFaults } from './database-faults.ts'
import { doubleFaults } from './double-faults.ts'
import type { Fault } from './fault.ts'
import { historyFaults } from './history-faults.ts'
import { networkFaults } from './network-faults.ts'
import { productFaults } from './product-faults.ts'
import { replicaFaults } from './replica-faults.ts'
import { secretFaults } from './secret-faults.ts'
import { upgradeFaults } from './upgrade-fault.ts'

export const faults: readonly Fault[] = [
  ...productFaults,
  ...cascadeFaults,
  ...databaseFaults,
  ...replicaFaults,
  ...historyFaults,
  ...secretFaults,
  ...doubleFaults,
  ...networkFaults,
  ...upgradeFaults,
]
