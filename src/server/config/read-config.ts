import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { completeConfig } from './complete-config.ts'
import { BadConfig, type Config } from './config.ts'
import { environment, secretNames } from './environment.ts'
import { mayHoldSecret } from './ledger-settings.ts'
import { findMistyped } from './mistyped.ts'
import { refuseUnusable } from './refuse-settings.ts'
import { logsPublicly, mayHoldPayoutKey } from './roles.ts'
import { readSecretFiles } from './secret-files.ts'

/** Tools warn on standard error. A process has a log. */
type Warn = (text: string) => void
const toTerminal: Warn = (text) => void process.stderr.write(`${text}\n`)

/**
 * Reads the variables, and a `.env` file in the working folder, which never overrides a variable.
 * Development has a default for anything missing and creates secrets once in `dataDir`. Throws
 * BadConfig, which names every faulty variable and never repeats a value.
 */
export const readConfig = (warn: Warn = toTerminal): Promise<Config> => readWith(configOf, warn)

/**
 * Reads settings from the environment, and warns of names in it that may be meant as settings.
 * BadConfig contains the same warnings, since such a name explains a missing setting.
 */
export async function readWith<T>(
  settle: (variables: Record<string, string | undefined>) => Promise<T>,
  warn: Warn = toTerminal,
): Promise<T> {
  if (existsSync('.env')) loadEnvFile('.env')
  const warnings = findMistyped(process.env).map(
    ({ given, meant }) => `${given} is not a setting. Did you mean ${meant}?`,
  )
  try {
    const settings = await settle(process.env)
    warnings.forEach((text) => warn(text))
    return settings
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error
    throw new BadConfig([error.message, ...warnings].join('\n'))
  }
}

/**
 * The pgBackRest settings in the environment, such as the passphrase of an encrypted repository.
 * The restore command of a restored server needs them.
 */
export function backRestVariables(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const own = Object.entries(env).filter(([name]) => name.startsWith('PGBACKREST_'))
  return Object.fromEntries(own.map(([name, value]) => [name, value ?? '']))
}

/** The same for given variables. */
export async function configOf(variables: Record<string, string | undefined>): Promise<Config> {
  const set = withoutEmpty(variables)
  // A process that signs nothing doesn't even open the file, because its user may lack the right.
  const signs = mayHoldPayoutKey(set.PROCESS)
  const names = secretNames.filter(
    (name) =>
      (name !== 'PAYOUT_KEY' || signs) &&
      (!/^(LOG|ANCHOR)_KEY/.test(name) || logsPublicly(set.PROCESS)) &&
      mayHoldSecret(name, set.PROCESS),
  )
  const secrets = await readSecretFiles(set, names)
  const parsed = environment.safeParse({ ...set, ...secrets.values })
  if (!parsed.success || secrets.faults.length > 0) {
    throw explainIssues(parsed.error, secrets.faults)
  }
  refuseUnusable(parsed.data)
  return completeConfig(parsed.data)
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

/** Names every faulty variable, and never repeats a value. */
export function explainIssues(
  error: { readonly issues: readonly Issue[] } | undefined,
  faults: readonly string[],
): BadConfig {
  const issues = error?.issues ?? []
  const lines = issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  return new BadConfig(`The settings cannot be used:\n${[...faults, ...lines].join('\n')}`)
}

/** An empty variable counts as not set, as in a copied `.env.example`. */
export function withoutEmpty(
  variables: Record<string, string | undefined>,
): Record<string, string> {
  const entries = Object.entries(variables).filter(([, value]) => value?.trim())
  return Object.fromEntries(entries.map(([name, value]) => [name, value?.trim() ?? '']))
}
