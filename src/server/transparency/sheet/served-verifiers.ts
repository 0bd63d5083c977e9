/** The verifiers that we serve, as they were built. */
import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const built = join(import.meta.dirname, '../../../../build/verify')

const NAMES = ['verify.html', 'verify.mjs', 'verify-worker.js', 'verify-worker-full.js'] as const
export type VerifierName = (typeof NAMES)[number]

/** The text of each verifier by its name. Without a build, there are none. */
export function readVerifierFiles(directory = built): ReadonlyMap<VerifierName, string> {
  const files = NAMES.filter((name) => existsSync(join(directory, name)))
  return new Map(files.map((name) => [name, readFileSync(join(directory, name), 'utf8')]))
}

/** The SHA-256 of each verifier in hexadecimal, by its name. */
export const hashVerifiers = (files: ReadonlyMap<string, string>): Record<string, string> =>
  Object.fromEntries([...files].map(([name, text]) => [name, hash('sha256', text)]))
