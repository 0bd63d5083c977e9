import { closeSync, openSync, rmSync } from 'node:fs'
import type { Db } from '../../../db/types.ts'
import { fillFile } from '../../../terminal/new-file.ts'
import { systemSentence } from '../../../terminal/tool.ts'
import type { Config } from '../../config/config.ts'
import { discardUnwritten } from '../../custody/batch-ends.ts'
import { readExportKey } from '../../custody/export-key.ts'
import { exportSweeps, exportTopUps, type Exported } from '../../custody/export-moves.ts'
import type { Offline } from '../../payout/offline/offline-gate.ts'
import { exportPayouts } from '../../payout/offline/offline-payouts.ts'
import { need, needAddress, values } from './command-line.ts'
import { sweepTerms } from './sweep-terms.ts'

// The commands that write a file for the offline signer: payouts, sweeps, and top-ups.

/** The exit code of an export that wrote a file, but stopped before it was full. */
const CUT_SHORT = 3

const exporting = (deps: Offline, config: Config) => ({
  ...deps,
  exportKey: readExportKey(config),
  operator: need('operator'),
})

export async function writePayouts(deps: Offline, config: Config): Promise<string> {
  const terms = exporting(deps, config)
  const from = needAddress('from')
  return write(deps, async () => {
    const exported = await exportPayouts(terms, from, values.without)
    if (exported.isCutShort) process.exitCode = CUT_SHORT
    return exported
  })
}

export async function writeSweeps(deps: Offline, config: Config): Promise<string> {
  const own = exporting(deps, config)
  const terms = await sweepTerms(deps, config)
  return write(deps, () => exportSweeps(own, terms))
}

export async function writeTopUps(deps: Offline, config: Config): Promise<string> {
  const own = exporting(deps, config)
  const terms = { ...(await sweepTerms(deps, config)), payer: needAddress('from') }
  return write(deps, () => exportTopUps(own, terms))
}

/**
 * Creates the file before the batch, and discards a batch that doesn't fit on the disk. It would
 * keep its withdrawals out of other files for a day.
 */
async function write({ db }: Offline, exported: () => Promise<Exported>): Promise<string> {
  const out = need('out')
  const file = openSync(out, 'wx', 0o600)
  let unwritten: string | undefined
  try {
    const { batch, text, refused, short } = await exported()
    unwritten = batch
    fillFile(file, out, text)
    unwritten = undefined
    const left = refused.map(({ address, reason }) => `Skipped ${address}: ${reason}`)
    const written = `Written to ${out}. Sign it with: npm run wallet -- sign`
    return [...left, ...(short === undefined ? [] : [short]), written].join('\n')
  } catch (error) {
    rmSync(out, { force: true })
    if (unwritten !== undefined) await freeUnwritten(db, unwritten, error)
    throw error
  } finally {
    closeSync(file)
  }
}

/** Names both faults if the database is lost as well. */
async function freeUnwritten(db: Db, batch: string, fault: unknown): Promise<void> {
  const operator = need('operator')
  await discardUnwritten(db, batch, operator).catch((error: unknown) => {
    const why = systemSentence(fault) ?? String(fault)
    const left = `Its batch remains. Once the database is back, run: npm run payouts -- discard`
    process.stderr.write(`${why}\n${left} --batch ${batch} --operator ${operator} --why TEXT\n`)
    throw error
  })
}
