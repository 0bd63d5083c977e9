/** All faults of a cluster. */
import { cascadeFaults } from './cascade-faults.ts'
import { clockFaults } from './clock-faults.ts'
import { databaseFaults } from './database-faults.ts'
import { deployFaults } from './deploy-faults.ts'
import { doubleFaults } from './double-faults.ts'
import type { Fault } from './fault.ts'
import { historyFaults } from './history-faults.ts'
import { networkFaults } from './network-faults.ts'
import { productFaults } from './product-faults.ts'
import { replicaFaults } from './replica-faults.ts'
import { restoreFaults } from './restore-faults.ts'
import { secretFaults } from './secret-faults.ts'
import { upgradeFaults } from './upgrade-fault.ts'
import { workerFaults } from './worker-faults.ts'

export const faults: readonly Fault[] = [
  ...productFaults,
  ...cascadeFaults,
  ...databaseFaults,
  ...deployFaults,
  ...replicaFaults,
  ...historyFaults,
  ...secretFaults,
  ...doubleFaults,
  ...workerFaults,
  ...networkFaults,
  ...upgradeFaults,
  // Last: afterward, the log is an hour ahead of the clock, and the clock then is days ahead.
  ...clockFaults,
  ...restoreFaults,
]
