import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { SecretName } from './environment.ts'

// Container runtimes and systemd provide secrets as files. For each secret NAME, NAME_FILE may hold
// the path of a file with its value instead.

/** No secret is longer, and a path to the wrong file must not fill the memory. */
const MAX_BYTES = 16_384

const pemNames: ReadonlySet<SecretName> = new Set(['LEDGER_CA', 'LEDGER_CERT', 'LEDGER_KEY'])

export type SecretsRead = {
  values: Partial<Record<SecretName, string>>
  /** One error per secret that we couldn't read. It contains neither paths nor contents. */
  faults: string[]
}

/** Reads the files that `NAME_FILE` variables point to, for each of the given names. */
export async function readSecretFiles(
  variables: Readonly<Record<string, string>>,
  names: readonly SecretName[],
): Promise<SecretsRead> {
  const read: SecretsRead = { values: {}, faults: [] }
  for (const name of names) {
    const path = variables[`${name}_FILE`]
    if (path === undefined) continue
    const value =
      name in variables
        ? fault(`is set, and so is ${name}: keep one`)
        : await readSecret(path, pemNames.has(name))
    if (typeof value === 'string') read.values[name] = value
    else read.faults.push(`  ${name}_FILE: ${value.fault}`)
  }
  return read
}

const fault = (text: string): { fault: string } => ({ fault: text })

const reasons: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
  EISDIR: 'is a directory',
}

/** A file's only line, without the newline that editors and `echo` add. PEM has several. */
async function readSecret(path: string, isPem: boolean): Promise<string | { fault: string }> {
  try {
    const content = await readStart(path)
    if (content === null) return fault('is not a file')
    if (content.length > MAX_BYTES) return fault('is too large for a secret')
    const line = content.toString('utf8').trim()
    if (line === '') return fault('is empty')
    return !isPem && /[\r\n\0]/.test(line) ? fault('has more than one line') : line
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    return fault(reasons[code] ?? `can't be read (${code})`)
  }
}

/**
 * Reads one byte more than a secret may have. Opening doesn't wait for a pipe's other end.
 * @returns null for a pipe, a socket, or a device
 */
async function readStart(path: string): Promise<Buffer | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await file.stat()
    if (!stats.isFile() && !stats.isDirectory()) return null
    // Files below /proc report a size of zero, so the size doesn't help.
    const buffer = Buffer.alloc(MAX_BYTES + 1)
    let length = 0
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return buffer.subarray(0, length)
  } finally {
    await file.close()
  }
}
