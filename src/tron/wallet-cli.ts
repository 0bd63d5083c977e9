import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { openDepositKeys } from './deposit-keys.ts'
import { readPayoutFile, writeSignedFile, type PayoutFile } from './payout-file.ts'
import {
  accountXpub,
  depositKeyAt,
  newMnemonic,
  openAccount,
  readPrivateKey,
} from './secret-keys.ts'
import { addressOfKey } from './signature.ts'
import { signPayouts, type KeyOf } from './sign-payouts.ts'

const usage = `Usage: npm run wallet -- <command>

  new                                    make a mnemonic (24 words) and print it with its xpub
  xpub   --words FILE                    print the xpub for TRON_DEPOSIT_XPUB
  derive --xpub XPUB [--from 0] [--count 5]
                                         print deposit addresses
  sign   --payouts FILE --out FILE (--words FILE | --key FILE)
                                         sign a payout file without network

Secrets are read from files ("-" is standard input) and never from the command line.`

const warning = `WARNING
- Run this on a machine that is not connected to any network.
- Whoever has these words has all the money. Write them on paper; keep no photograph, no file.
- The xpub shows every deposit address and spends nothing. The xpub together with ONE private key
  of a deposit address gives away all of them: never export a single key.`

/** Runs one command and returns what is printed. Throws an Error with a sentence for the user. */
export function runWallet(args: string[]): { out: string; warn: string } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      words: { type: 'string' },
      key: { type: 'string' },
      xpub: { type: 'string' },
      from: { type: 'string', default: '0' },
      count: { type: 'string', default: '5' },
      payouts: { type: 'string' },
      out: { type: 'string' },
    },
  })
  switch (positionals[0]) {
    case 'new': {
      const words = newMnemonic()
      return { out: `${words}\n${describeXpub(accountXpub(words))}`, warn: warning }
    }
    case 'xpub':
      return { out: describeXpub(accountXpub(readSecret(values.words, '--words'))), warn: warning }
    case 'derive':
      return { out: derive(values.xpub ?? '', Number(values.from), Number(values.count)), warn: '' }
    case 'sign': {
      const [payouts, out] = [values.payouts, values.out]
      if (payouts === undefined || out === undefined) throw new Error(usage)
      return { out: sign(payouts, out, values), warn: warning }
    }
    default:
      throw new Error(usage)
  }
}

const describeXpub = (xpub: string): string =>
  `TRON_DEPOSIT_XPUB=${xpub}\nfirst address  ${openDepositKeys(xpub).addressAt(0)}`

function derive(xpub: string, from: number, count: number): string {
  if (!Number.isInteger(count) || count < 1 || count > 10_000) throw new Error('--count 1 to 10000')
  const keys = openDepositKeys(xpub)
  const row = (at: number) => `m/44'/195'/0'/0/${from + at}  ${keys.addressAt(from + at)}`
  return Array.from({ length: count }, (_, at) => row(at)).join('\n')
}

function sign(payouts: string, out: string, secrets: { words?: string; key?: string }): string {
  const file = readPayoutFile(readFileSync(payouts, 'utf8'))
  const signed = signPayouts(file, keysFor(secrets))
  // Not over an existing file: it may hold signatures that are already on their way.
  writeFileSync(out, writeSignedFile(signed), { flag: 'wx' })
  return `${summarise(file)}\nsigned ${signed.payouts.length} payouts into ${out}`
}

function keysFor(secrets: { words?: string; key?: string }): KeyOf {
  if (secrets.key !== undefined) {
    const key = readPrivateKey(readSecret(secrets.key, '--key'))
    return (order) => (addressOfKey(key) === order.from ? key : undefined)
  }
  const account = openAccount(readSecret(secrets.words, '--words'))
  return ({ depositIndex }) =>
    depositIndex === undefined ? undefined : depositKeyAt(account, depositIndex)
}

function summarise(file: PayoutFile): string {
  const lines = file.payouts.map(
    ({ id, amount, asset, from, to }) => `${id}: ${decimal(amount)} ${asset} ${from} -> ${to}`,
  )
  const expires = new Date(file.expirationMs).toISOString()
  return [`batch ${file.batch}, expires ${expires}`, ...lines].join('\n')
}

function decimal(amount: bigint): string {
  const digits = amount.toString().padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

function readSecret(file: string | undefined, option: string): string {
  if (file === undefined) throw new Error(`${option} FILE is missing\n\n${usage}`)
  return readFileSync(file === '-' ? 0 : file, 'utf8').trim()
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const { out, warn } = runWallet(process.argv.slice(2))
    if (warn !== '') console.error(`${warn}\n`)
    console.log(out)
  } catch (error) {
    console.error(error instanceof Error ? error.message : 'failed')
    process.exitCode = 1
  }
}
