import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { pino } from 'pino'
import { formatUnits, parseUsd, units } from '../../domain/money/money.ts'
import type { Db, Tx } from '../../db/types.ts'
import { requireAddress, parseAddress, type Address } from '../../tron/encoding/address.ts'
import { housePublicKey } from '../../tron/keys/house-key.ts'
import { fillFile } from '../../terminal/new-file.ts'
import {
  readOptions,
  requireOption,
  runTool,
  systemSentence,
  WrongUsage,
} from '../../terminal/tool.ts'
import { asJson, asText } from '../../tron/encoding/json.ts'
import { openTronNodes } from '../../tron/quorum/nodes.ts'
import { PayoutFileFault } from '../../tron/signer/payout-file.ts'
import { readTravelFile } from '../../tron/signer/read-file.ts'
import { productHooks } from '../app/batch-hooks.ts'
import { openToolBook } from '../leader/tool-book.ts'
import type { Config } from '../config/config.ts'
import { bookOpening } from '../custody/book-opening.ts'
import { BatchRefused } from '../custody/batch-refused.ts'
import { makeExportKey, readExportKey } from '../custody/export-key.ts'
import {
  exportSweeps,
  exportTopUps,
  type Exported,
  type SweepTerms,
} from '../custody/export-moves.ts'
import { openDepositKeys } from '../../tron/keys/deposit-keys.ts'
import { importMoves, refuseRisenFee } from '../custody/import-moves.ts'
import { addWallet, listWallets } from '../custody/own-wallets.ts'
import { retireWallet } from '../custody/retire-wallet.ts'
import { discardBatch, discardUnwritten } from '../custody/batch-ends.ts'
import { readSignedBatch, type SignedBatch } from '../custody/signed-batch.ts'
import { reviewLack } from '../custody/queries.ts'
import { requeueAddress } from '../custody/sweep-candidates.ts'
import { audit } from '../audit/audit.ts'
import { findActiveOperator } from '../staff/operators.ts'
import { liveRate } from '../rate/queries.ts'
import { openLogOutput } from '../../terminal/log-output.ts'
import { withDatabase } from '../startup/tool-database.ts'
import { nodesOutside } from '../config/tron-api-keys.ts'
import { jsonLines, readPayoutStatus } from './payout-status.ts'
import { COMMANDS, USAGE } from './payouts-usage.ts'
import { deployReader, verifyReaderCode } from './reader-command.ts'
import { requeueWithdrawal } from '../payout/quarantine.ts'
import { explainTransfer } from '../payout/unexplained/explain-transfer.ts'
import { exportPayouts } from '../payout/offline/offline-payouts.ts'
import { foundText, importPayouts } from '../payout/offline/import-payouts.ts'
import type { Offline } from '../payout/offline/offline-gate.ts'
import { pauseForLoss, resumeAfterLoss } from '../pauses/pauses.ts'
import { PayoutsPaused } from '../payout/record-payouts.ts'

const { values, positionals } = readOptions({
  usage: USAGE,
  words: 2,
  commands: COMMANDS,
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    out: { type: 'string' },
    without: { type: 'string', multiple: true },
    above: { type: 'string', default: '25' },
    xpub: { type: 'string' },
    signed: { type: 'string' },
    operator: { type: 'string' },
    txid: { type: 'string' },
    withdrawal: { type: 'string' },
    'not-for': { type: 'string' },
    address: { type: 'string' },
    batch: { type: 'string' },
    add: { type: 'string' },
    retire: { type: 'string' },
    role: { type: 'string' },
    mistaken: { type: 'boolean', default: false },
    deploy: { type: 'boolean', default: false },
    key: { type: 'string' },
    why: { type: 'string' },
  },
})

const need = (name: Exclude<keyof typeof values, 'mistaken' | 'deploy' | 'without'>): string =>
  requireOption(values, name, USAGE)

function needAddress(name: 'from' | 'to' | 'add' | 'retire' | 'address'): Address {
  const reading = parseAddress(need(name))
  if (!reading.ok) throw new BatchRefused(`--${name}: ${reading.message}`)
  return reading.address
}

/** The configured nodes, or the devnet of a running development start. */
async function openNodes(config: Config) {
  const urls = config.tronApiUrls ?? [`http://127.0.0.1:${config.devnetPort}`]
  const usdtContract = config.usdtContract ?? (await findDevnet(urls[0]))
  const nodes = nodesOutside(urls, config.tronApiKey, config.tronRequestsPerSecond)
  return openTronNodes({ nodes, usdtContract, feeCeilingSun: config.feeCeilingSun })
}

async function findDevnet(url: string | undefined): Promise<Address> {
  const answer = await fetch(new URL('/devnet/info', url)).catch(() => null)
  if (!answer?.ok) throw new BatchRefused('The devnet is not running. Start the product first.')
  return requireAddress(asText(asJson(await answer.json()).usdt_contract))
}

async function sweepTerms({ db }: Offline, { depositXpub }: Config): Promise<SweepTerms> {
  const live = await liveRate(db)
  const fromMicros = parseUsd(values.above)
  if (!live) throw new BatchRefused('There is no current TRX rate.')
  if (fromMicros === null) throw new BatchRefused('--above must be an amount in dollars.')
  const xpub = values.xpub === undefined ? depositXpub : needXpub()
  return { to: needAddress('to'), fromMicros, rateE8: live.rateE8, xpub }
}

function needXpub(): string {
  const file = need('xpub')
  if (file.startsWith('xpub') && !existsSync(file)) {
    throw new WrongUsage('--xpub takes a file with the xpub.', USAGE)
  }
  const xpub = readFileSync(file === '-' ? 0 : file, 'utf8').trim()
  try {
    openDepositKeys(xpub)
  } catch (error) {
    throw new BatchRefused(`--xpub: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
  return xpub
}

/** Reads a signed file. We audit a refused one, because someone tried to import it. */
async function readSigned({ db }: Offline, path: string, operator: string): Promise<SignedBatch> {
  try {
    return await readSignedBatch(db, readTravelFile(path).toString('utf8'))
  } catch (error) {
    const isRefused = error instanceof BatchRefused || error instanceof PayoutFileFault
    if (!isRefused) throw error
    const reason = error.message
    const entry = { operator, action: 'import refused', object: 'signed file', reason }
    await db.transaction().execute((tx) => audit(tx, [{ ...entry, requestId: 'command line' }]))
    throw error
  }
}

async function importSigned(deps: Offline): Promise<string> {
  const operator = need('operator')
  const batch = await readSigned(deps, need('signed'), operator)
  if (batch.kind !== 'payouts') {
    await refuseRisenFee(deps, batch)
    const moves = await importMoves(deps.db, batch, operator)
    return [
      ...(moves.found > 0 ? [foundText('moves', moves.found)] : []),
      `${moves.stored} moves stored; the worker sends them.`,
    ].join('\n')
  }
  const { found = [], stored, skipped } = await importPayouts(deps, batch, operator)
  const lines = [
    ...(found.length > 0 ? [foundText('payouts', found.length)] : []),
    `${stored.length} payouts stored; the worker sends them.`,
    ...skipped.map(({ id, why }) => `withdrawal ${id} skipped: ${why}`),
  ]
  return lines.join('\n')
}

async function opening(deps: Offline): Promise<string> {
  const act = { operator: need('operator'), why: need('why') }
  const booked = await bookOpening(deps, needAddress('from'), act)
  const text = booked.map(({ coin, amount }) => `${formatUnits(units(amount))} ${coin}`).join(', ')
  return `Booked as the company's own funds: ${text}.`
}

async function requireOperator(db: Db, name: string): Promise<string> {
  const username = await findActiveOperator(db, name)
  if (username !== undefined) return username
  throw new BatchRefused(`--operator: ${name} is not an operator, or is disabled.`)
}

/** Makes an operator's change in one transaction with its audit log entry. */
async function audited(
  db: Db,
  action: string,
  object: string,
  change: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  const [operator, reason] = [need('operator'), need('why')]
  return db.transaction().execute(async (tx) => {
    if (!(await change(tx))) return false
    await audit(tx, [{ operator, action, object, reason, requestId: 'command line' }])
    return true
  })
}

/** The largest number that its column holds. */
const MAX_WITHDRAWAL = 2 ** 31 - 1

function withdrawalIn(text: string, otherwise: string): number {
  const no = Number(text)
  if (Number.isInteger(no) && no >= 1 && no <= MAX_WITHDRAWAL) return no
  throw new WrongUsage(otherwise, USAGE)
}

/** The exit code must tell a script whether it was done. */
function doneOr(done: boolean, text: string, refusal: string): string {
  if (!done) throw new BatchRefused(refusal)
  return text
}

async function retry({ db }: Offline): Promise<string> {
  if (values.address !== undefined) {
    const address = needAddress('address')
    const requeued = (tx: Tx) => requeueAddress(tx, address)
    const done = await audited(db, 'retry sweep', address, requeued)
    return doneOr(done, 'The next sweep includes it.', 'This address is not quarantined.')
  }
  const no = withdrawalIn(need('withdrawal'), '--withdrawal must be the number of a withdrawal.')
  const taken = (tx: Tx) => requeueWithdrawal(tx, no)
  const done = await audited(db, 'retry payout', `withdrawal ${no}`, taken)
  const refusal = 'This withdrawal is not quarantined.'
  return doneOr(done, 'We will try to pay it in the next round.', refusal)
}

const NOTHING_TO_EXPLAIN = 'There is no unexplained transfer with this id.'

async function explain(deps: Offline): Promise<string> {
  const numbers = values['not-for'] === undefined ? [] : need('not-for').split(',')
  const otherwise = '--not-for must be numbers of withdrawals, such as 7 or 7,8.'
  const booked = await explainTransfer(deps, {
    txid: need('txid'),
    operator: need('operator'),
    why: need('why'),
    notFor: numbers.map((text) => withdrawalIn(text, otherwise)),
  })
  return doneOr(booked !== null, ['Explained.', ...(booked ?? [])].join('\n'), NOTHING_TO_EXPLAIN)
}

async function discard({ db }: Offline): Promise<string> {
  const batch = need('batch')
  const done = await audited(db, 'discard batch', batch, (tx) => discardBatch(tx, batch))
  return doneOr(
    done,
    'Discarded. Delete its file, and the signed one if there is one.',
    'There is no batch with this name that was not imported.',
  )
}

async function wallets(deps: Offline): Promise<string> {
  const { db } = deps
  if (values.add === undefined && values.retire === undefined)
    return jsonLines(await listWallets(db))
  const act = { operator: need('operator'), why: need('why') }
  if (values.add !== undefined) {
    const role = need('role')
    if (role !== 'payout' && role !== 'cold')
      throw new BatchRefused('--role must be payout or cold.')
    await addWallet(db, { address: needAddress('add'), role }, act)
    return 'Added. We credit its transfers to nobody.'
  }
  const { mistaken } = values
  const released = await retireWallet(deps, needAddress('retire'), { ...act, mistaken })
  return `Retired. The next round books ${released} transfers from it.`
}

async function changePause({ db }: Offline, isPause: boolean): Promise<string> {
  const [, reason] = positionals
  if (reason !== 'history_lost') throw new WrongUsage('Only history_lost can change.', USAGE)
  if (!isPause) {
    const done = await audited(db, 'resume payouts', reason, resumeAfterLoss)
    return doneOr(done, 'Payouts resume.', 'Payouts are not paused for this reason.')
  }
  const done = await audited(db, 'pause payouts', reason, (tx) => pauseForLoss(tx, need('why')))
  return done ? 'Payouts are paused.' : 'Payouts were paused for this reason already.'
}

/** The exit code of an export that wrote a file, but stopped before it was full. */
const CUT_SHORT = 3

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

async function run(command: string | undefined, deps: Offline, config: Config): Promise<string> {
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
    case 'export': {
      const exporting = { ...deps, exportKey: readExportKey(config), operator: need('operator') }
      const from = needAddress('from')
      return write(deps, async () => {
        const exported = await exportPayouts(exporting, from, values.without)
        if (exported.isCutShort) process.exitCode = CUT_SHORT
        return exported
      })
    }
    case 'sweep': {
      const exporting = { ...deps, exportKey: readExportKey(config), operator: need('operator') }
      const terms = await sweepTerms(deps, config)
      return write(deps, () => exportSweeps(exporting, terms))
    }
    case 'top-up': {
      const exporting = { ...deps, exportKey: readExportKey(config), operator: need('operator') }
      const terms = { ...(await sweepTerms(deps, config)), payer: needAddress('from') }
      return write(deps, () => exportTopUps(exporting, terms))
    }
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
    case 'review': {
      const address = needAddress('address')
      const isNoted = await audited(
        deps.db,
        'review difference',
        address,
        async (tx) => (await reviewLack(tx, address, need('why'))) !== null,
      )
      return isNoted ? 'Noted.' : `${address} has no shortfall to review.`
    }
    case 'pause':
    case 'resume':
      return changePause(deps, command === 'pause')
    case 'explain':
      return explain(deps)
    case undefined:
    default:
      throw new WrongUsage('Which command?', USAGE)
  }
}

await runTool([BatchRefused, PayoutFileFault, PayoutsPaused], async () => {
  const said = await withDatabase('payouts tool', async (tool) => {
    const { config, db } = tool
    const log = pino({ level: config.logLevel }, openLogOutput(2))
    const book = await openToolBook(tool, productHooks(config), log, 'chain')
    try {
      const deps = { config, db, book, log, tron: await openNodes(config) }
      return await run(positionals[0], deps, config)
    } finally {
      await book.close()
    }
  })
  if (said !== '') process.stdout.write(`${said}\n`)
})
