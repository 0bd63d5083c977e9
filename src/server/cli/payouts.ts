import { pino } from 'pino'
import type { Db } from '../../db/types.ts'
import { openLogOutput } from '../../terminal/log-output.ts'
import { runTool } from '../../terminal/tool.ts'
import { housePublicKey } from '../../tron/keys/house-key.ts'
import { PayoutFileFault } from '../../tron/signer/payout-file.ts'
import { productHooks } from '../app/batch-hooks.ts'
import type { Config } from '../config/config.ts'
import { BatchRefused } from '../custody/batch-refused.ts'
import { makeExportKey, readExportKey } from '../custody/export-key.ts'
import { openToolBook } from '../leader/tool-book.ts'
import type { Offline } from '../payout/offline/offline-gate.ts'
import { PayoutsPaused } from '../payout/record-payouts.ts'
import { findActiveOperator } from '../staff/operators.ts'
import { withDatabase } from '../startup/tool-database.ts'
import { deployReader, verifyReaderCode } from './payouts/balance-reader.ts'
import { command, need, needAddress, values } from './payouts/command-line.ts'
import { opening, wallets } from './payouts/company-wallets.ts'
import { importSigned } from './payouts/import-batch.ts'
import { changePause, discard, explain, retry, review } from './payouts/operator-changes.ts'
import { openNodes } from './payouts/open-nodes.ts'
import { jsonLines, readPayoutStatus } from './payouts/status.ts'
import { writePayouts, writeSweeps, writeTopUps } from './payouts/write-batch.ts'

async function requireOperator(db: Db, name: string): Promise<string> {
  const username = await findActiveOperator(db, name)
  if (username !== undefined) return username
  throw new BatchRefused(`--operator: ${name} is not an operator, or is disabled.`)
}

async function run(deps: Offline, config: Config): Promise<string> {
  // Use the operator's name as stored, for the audit log.
  if (values.operator !== undefined) {
    values.operator = await requireOperator(deps.db, need('operator'))
  }
  switch (command) {
    case 'status':
      return (
        jsonLines(await readPayoutStatus(deps.db)) || 'Payouts run, and nothing is quarantined.'
      )
    case 'house-key':
      makeExportKey(config)
      return housePublicKey(readExportKey(config))
    case 'export':
      return writePayouts(deps, config)
    case 'sweep':
      return writeSweeps(deps, config)
    case 'top-up':
      return writeTopUps(deps, config)
    case 'reader': {
      if (values.deploy) return deployReader(deps.tron, need('key'))
      const set = values.address === undefined ? config.balanceReader : needAddress('address')
      if (set === null) throw new BatchRefused('TRON_BALANCE_READER is not set.')
      return verifyReaderCode(deps.tron, set)
    }
    case 'discard':
      return discard(deps)
    case 'wallets':
      return wallets(deps)
    case 'import':
      return importSigned(deps)
    case 'opening':
      return opening(deps)
    case 'retry':
      return retry(deps)
    case 'review':
      return review(deps)
    case 'pause':
    case 'resume':
      return changePause(deps, command === 'pause')
    case 'explain':
      return explain(deps)
  }
}

await runTool([BatchRefused, PayoutFileFault, PayoutsPaused], async () => {
  const said = await withDatabase('payouts tool', async (tool) => {
    const { config, db } = tool
    const log = pino({ level: config.logLevel }, openLogOutput(2))
    const book = await openToolBook(tool, productHooks(config), log, 'chain')
    try {
      const deps = { config, db, book, log, tron: await openNodes(config) }
      return await run(deps, config)
    } finally {
      await book.close()
    }
  })
  if (said !== '') process.stdout.write(`${said}\n`)
})
