import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { formatUnits, parseUsd, units } from '../../domain/money.ts'
import { mustBeAddress, parseAddress, type Address } from '../../tron/address.ts'
import { asJson, asText } from '../../tron/json.ts'
import { openTronNodes } from '../../tron/nodes.ts'
import { PayoutFileFault } from '../../tron/payout-file.ts'
import { openBook } from '../book/book.ts'
import type { Config } from '../config.ts'
import { bookOpening } from '../custody/book-opening.ts'
import { exportSweeps, exportTopUps } from '../custody/export-moves.ts'
import { importMoves } from '../custody/import-moves.ts'
import { BatchRefused, readSignedBatch, type SignedBatch } from '../custody/signing-batches.ts'
import { audit } from '../operator/audit.ts'
import { liveRate } from '../rate/queries.ts'
import { withDatabase } from '../running/tool-database.ts'
import { takeUpAgain } from './due-withdrawals.ts'
import { explainTransfer } from './explain-transfer.ts'
import { exportPayouts, importPayouts, type Offline } from './offline-payouts.ts'
import { readPauses, readTroubles } from './payout-pauses.ts'

const usage = `Usage: npm run payouts -- <command>

  status                                     why payouts rest, and what cannot be paid
  export  --from T… --out FILE               approved withdrawals, for the owner of T… to sign
  sweep   --to T… --out FILE [--above 25]    deposit addresses worth so many dollars, to T…
  top-up  --from T… --to T… --out FILE [--above 25]
                                             the TRX that such a sweep of USDT needs
  import  --signed FILE --operator NAME      what came back from "npm run wallet -- sign"
  opening --from T… --operator NAME --why TEXT
                                             books what T… held before it was followed
  retry   --withdrawal NO --operator NAME --why TEXT
                                             takes one up again that could not be paid
  explain --txid ID --operator NAME --why TEXT
                                             says what a transfer was that rests all payouts,
                                             and books what left custody with it
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    out: { type: 'string' },
    above: { type: 'string', default: '25' },
    signed: { type: 'string' },
    operator: { type: 'string' },
    txid: { type: 'string' },
    withdrawal: { type: 'string' },
    why: { type: 'string' },
  },
})

function need(name: keyof typeof values): string {
  const value = values[name]
  if (value === undefined) throw new BatchRefused(`--${name} is missing.\n${usage}`)
  return value
}

function needAddress(name: 'from' | 'to'): Address {
  const reading = parseAddress(need(name))
  if (!reading.ok) throw new BatchRefused(`--${name}: ${reading.message}`)
  return reading.address
}

/** The nodes of the configuration, or the devnet that a development start runs. */
async function openNodes(config: Config) {
  const urls = config.tronApiUrls ?? [`http://127.0.0.1:${config.devnetPort}`]
  const apiKey = config.tronApiKey === null ? {} : { apiKey: config.tronApiKey }
  const usdtContract = config.usdtContract ?? (await askDevnet(urls[0]))
  return openTronNodes({ nodes: urls.map((url) => ({ url, ...apiKey })), usdtContract })
}

async function askDevnet(url: string | undefined): Promise<Address> {
  const answer = await fetch(new URL('/devnet/info', url)).catch(() => null)
  if (!answer?.ok) throw new BatchRefused('The devnet does not run: start the product first.')
  return mustBeAddress(asText(asJson(await answer.json()).usdt_contract))
}

async function sweepTerms({ db }: Offline) {
  const live = await liveRate(db)
  const fromMicros = parseUsd(values.above)
  if (!live) throw new BatchRefused('There is no current TRX rate.')
  if (fromMicros === null) throw new BatchRefused('--above is an amount in dollars.')
  const to = needAddress('to')
  await db
    .insertInto('own_wallets')
    .values({ address: to, role: 'cold' })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute()
  return { to, fromMicros, rateE8: live.rateE8 }
}

/** Reads a signed file; one that is refused is somebody's attempt, and is kept in the audit log. */
async function readSigned({ db }: Offline, text: string, operator: string): Promise<SignedBatch> {
  try {
    return await readSignedBatch(db, text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    const entry = { operator, action: 'import refused', object: 'signed file', reason }
    await db.transaction().execute((tx) => audit(tx, [{ ...entry, requestId: 'command line' }]))
    throw error
  }
}

async function importSigned(deps: Offline): Promise<string> {
  const operator = need('operator')
  const batch = await readSigned(deps, readFileSync(need('signed'), 'utf8'), operator)
  if (batch.kind !== 'payouts') return `${await importMoves(deps.db, batch)} moves stored.`
  const { stored, skipped } = await importPayouts(deps, batch, operator)
  const lines = skipped.map(({ id, why }) => `withdrawal ${id} skipped: ${why}`)
  return [`${stored.length} payouts stored; the worker sends them.`, ...lines].join('\n')
}

async function opening(deps: Offline): Promise<string> {
  const [from, operator, reason] = [needAddress('from'), need('operator'), need('why')]
  const booked = await bookOpening(deps, from)
  const text = booked.map(({ coin, amount }) => `${formatUnits(units(amount))} ${coin}`).join(', ')
  const entry = { operator, action: 'book opening balance', object: from, after: text, reason }
  const { db } = deps
  await db.transaction().execute((tx) => audit(tx, [{ ...entry, requestId: 'command line' }]))
  return `Booked as the house's own: ${text}.`
}

async function retry({ db }: Offline): Promise<string> {
  const [no, operator, reason] = [Number(need('withdrawal')), need('operator'), need('why')]
  if (!(await takeUpAgain(db, no))) return 'No such withdrawal has been put aside.'
  const entry = { operator, action: 'retry payout', object: `withdrawal ${no}`, reason }
  await db.transaction().execute((tx) => audit(tx, [{ ...entry, requestId: 'command line' }]))
  return 'The next round tries to pay it.'
}

const NOTHING_WAITS = 'No such transfer waits for an explanation.'

function write(text: string): string {
  writeFileSync(need('out'), text, { flag: 'wx', mode: 0o600 })
  return `Written to ${need('out')}. Sign it with: npm run wallet -- sign`
}

async function run(command: string | undefined, deps: Offline): Promise<string> {
  switch (command) {
    case 'status':
      return [...(await readPauses(deps.db)), ...(await readTroubles(deps.db))]
        .map((each) => JSON.stringify(each))
        .join('\n')
    case 'export':
      return write(await exportPayouts(deps, needAddress('from')))
    case 'sweep':
      return write(await exportSweeps(deps, await sweepTerms(deps)))
    case 'top-up': {
      const terms = await sweepTerms(deps)
      return write(await exportTopUps(deps, { ...terms, payer: needAddress('from') }))
    }
    case 'import':
      return importSigned(deps)
    case 'opening':
      return opening(deps)
    case 'retry':
      return retry(deps)
    case 'explain': {
      const who = { txid: need('txid'), operator: need('operator'), why: need('why') }
      const booked = await explainTransfer(deps, who)
      return booked ? ['Explained.', ...booked].join('\n') : NOTHING_WAITS
    }
    case undefined:
    default:
      throw new BatchRefused(usage)
  }
}

try {
  const said = await withDatabase('payouts tool', async ({ config, pool, db }) => {
    const log = pino({ level: config.logLevel }, pino.destination(2))
    const book = await openBook({ db, pool, log })
    try {
      return await run(positionals[0], { db, book, log, tron: await openNodes(config) })
    } finally {
      await book.close()
    }
  })
  if (said !== '') process.stdout.write(`${said}\n`)
} catch (error) {
  if (!(error instanceof BatchRefused || error instanceof PayoutFileFault)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
