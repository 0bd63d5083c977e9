import { existsSync, openSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { ReadStream } from 'node:tty'
import { pathToFileURL } from 'node:url'
import { commandOf, parseOptions, readCommand, runTool, WrongUsage } from '../../terminal/tool.ts'
import { parseAddress } from '../encoding/address.ts'
import { openDepositKeys } from '../keys/deposit-keys.ts'
import { proveWallet } from './prove-wallet.ts'
import { PayoutFileFault } from './payout-file.ts'
import { accountXpub, newMnemonic } from '../keys/secret-keys.ts'
import { signCommand, type Confirm } from './sign-command.ts'
import { mainNetwork, USUAL_FEE_LIMIT_SUN, type SignerPolicy } from './signer-policy.ts'
import { pinPolicy } from './signer-store.ts'

const USAGE = `Usage: npm run wallet -- <command>

  new    [--house KEY …]                 make a mnemonic (24 words), print it with its xpub, and
                                         trust the house key if one is given
  xpub   --words FILE                    print the xpub for TRON_DEPOSIT_XPUB
  derive --xpub FILE [--from 0] [--count 5]
                                         print deposit addresses
  trust  --house KEY [--xpub FILE] [--fee-cap 30] [--network tron-… --usdt T…]
                                         pin whose payout files this signer accepts; the network
                                         and contract only for another than the main network
  sign   --payouts FILE --out FILE (--words FILE | --key FILE) [--to T…] [--lost BATCH]…
                                         sign a payout file without network; --to for sweeps
  prove  --text FILE --key FILE          sign a statement that a reserve wallet is ours

--signer FOLDER is where the signer keeps its policy and what it signed (~/.twofold-signer).
Secrets are read from files ("-" is standard input) and never from the command line.`

const WARNING = `WARNING
- Run this on a machine that is not connected to any network.
- Anyone with these words has all the money. Write them on paper; keep no photo and no file.
- The xpub shows every deposit address and spends nothing. The xpub together with ONE private key
  of a deposit address gives away all of them: never export a single key.`

const options = {
  words: { type: 'string' },
  key: { type: 'string' },
  xpub: { type: 'string' },
  from: { type: 'string', default: '0' },
  count: { type: 'string', default: '5' },
  text: { type: 'string' },
  payouts: { type: 'string' },
  out: { type: 'string' },
  to: { type: 'string' },
  lost: { type: 'string', multiple: true },
  house: { type: 'string' },
  network: { type: 'string' },
  usdt: { type: 'string' },
  'fee-cap': { type: 'string' },
  signer: { type: 'string', default: join(homedir(), '.twofold-signer') },
} as const

const COMMANDS = ['new', 'xpub', 'derive', 'trust', 'sign', 'prove'] as const
const line = { usage: USAGE, words: 1, options }
type Values = ReturnType<typeof parseOptions<typeof options>>['values']

/** Runs one command and returns the text to print. Throws an Error with a message for the user. */
export async function runWallet(
  args: string[],
  confirm: Confirm,
): Promise<{ out: string; warn: string }> {
  const { values, positionals } = parseOptions({ ...line, args })
  switch (commandOf(positionals, COMMANDS, USAGE)) {
    case 'new': {
      const words = newMnemonic()
      const xpub = accountXpub(words)
      const trusted = values.house === undefined ? [] : [trust(values, xpub)]
      return { out: [words, describeXpub(xpub), ...trusted].join('\n'), warn: WARNING }
    }
    case 'xpub':
      return { out: describeXpub(accountXpub(readSecret(values.words, '--words'))), warn: WARNING }
    case 'derive':
      return { out: derive(values), warn: '' }
    case 'trust':
      return { out: trust(values, values.xpub === undefined ? null : readXpub(values)), warn: '' }
    case 'sign':
      return { out: await sign(values, confirm), warn: WARNING }
    case 'prove':
      if (values.text === undefined) throw new WrongUsage('--text FILE is missing.', USAGE)
      return { out: proveWallet(values.text, readSecret(values.key, '--key')), warn: '' }
  }
}

function trust(values: Values, depositXpub: string | null): string {
  const { house, network, usdt, signer } = values
  if (house === undefined) throw new WrongUsage('--house KEY is missing.', USAGE)
  if ((network === undefined) !== (usdt === undefined)) {
    throw new WrongUsage('--network and --usdt belong together.', USAGE)
  }
  const feeCap = values['fee-cap']
  const policy: SignerPolicy = {
    housePublicKey: house,
    ...(network === undefined || usdt === undefined ? mainNetwork : ownNetwork(network, usdt)),
    depositXpub,
    maxFeeLimitSun: feeCap === undefined ? USUAL_FEE_LIMIT_SUN : sunOf(feeCap),
  }
  pinPolicy(signer, policy)
  const contract = `network ${policy.network}, USDT contract ${policy.usdtContract}`
  return `This signer trusts house key ${house}\n${contract}`
}

function ownNetwork(network: string, usdt: string) {
  const reading = parseAddress(usdt)
  if (!reading.ok) throw new Error(`--usdt: ${reading.message}`)
  return { network, usdtContract: reading.address }
}

function sunOf(trx: string): bigint {
  if (!/^\d{1,3}$/.test(trx))
    throw new WrongUsage('--fee-cap must be a number of TRX from 1 to 200.', USAGE)
  return BigInt(trx) * 1_000_000n
}

function sign(values: Values, confirm: Confirm): Promise<string> {
  const { payouts, out, to, lost, key, words, signer } = values
  if (payouts === undefined) throw new WrongUsage('--payouts FILE is missing.', USAGE)
  if (out === undefined) throw new WrongUsage('--out FILE is missing.', USAGE)
  const kind = key === undefined ? 'words' : 'key'
  return signCommand(
    {
      folder: signer,
      payouts,
      out,
      ...(to === undefined ? {} : { to }),
      lost: lost ?? [],
      secret: { kind, read: () => readSecret(key ?? words, `--${kind}`) },
    },
    confirm,
  )
}

const describeXpub = (xpub: string): string =>
  `TRON_DEPOSIT_XPUB=${xpub}\nfirst address  ${openDepositKeys(xpub).addressAt(0)}`

function derive(values: Values): string {
  const [from, count] = [Number(values.from), Number(values.count)]
  if (!Number.isInteger(count) || count < 1 || count > 10_000) {
    throw new WrongUsage('--count must be from 1 to 10000.', USAGE)
  }
  if (!Number.isInteger(from) || from < 0 || from + count > 2 ** 31) {
    throw new WrongUsage('--from must be a number from 0.', USAGE)
  }
  const keys = openDepositKeys(readXpub(values))
  const row = (at: number) => `m/44'/195'/0'/0/${from + at}  ${keys.addressAt(from + at)}`
  return Array.from({ length: count }, (_, at) => row(at)).join('\n')
}

function readXpub({ xpub }: Values): string {
  if (xpub?.startsWith('xpub') && !existsSync(xpub)) {
    throw new WrongUsage('--xpub takes a file with the xpub.', USAGE)
  }
  return readSecret(xpub, '--xpub')
}

function readSecret(file: string | undefined, option: string): string {
  if (file === undefined) throw new WrongUsage(`${option} FILE is missing.`, USAGE)
  return readFileSync(file === '-' ? 0 : file, 'utf8').trim()
}

/** Asks at the terminal, even when standard input carries a secret. */
const promptOperator: Confirm = async (summary, phrase) => {
  const input = process.stdin.isTTY ? process.stdin : new ReadStream(openSync('/dev/tty', 'r'))
  const lines = createInterface({ input, output: process.stderr })
  try {
    return (await lines.question(`${summary}\n\nType "${phrase}" to sign: `)).trim() === phrase
  } finally {
    lines.close()
    if (input !== process.stdin) input.destroy()
  }
}

function explain(error: unknown): never {
  if (error instanceof PayoutFileFault) throw new Error(`Refused: ${error.message}`)
  throw error
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  readCommand({ ...line, commands: COMMANDS })
  // A signer's errors are for the person who signs, whatever they are.
  await runTool([Error], async () => {
    const { out, warn } = await runWallet(process.argv.slice(2), promptOperator).catch(explain)
    if (warn !== '') console.error(`${warn}\n`)
    console.log(out)
  })
}
