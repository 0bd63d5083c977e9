import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runWallet } from '../../src/tron/signer/wallet-cli.ts'

export type OfflineSigner = {
  folder: string
  /** Stores a file at the signer, and returns its path. */
  store(name: string, text: string): string
  /** Runs a wallet command at this signer, and returns its output. */
  run(...args: string[]): Promise<string>
  /** Signs a payout file as its operator does, and returns the signed file. */
  sign(text: string | Uint8Array, ...more: string[]): Promise<string>
  /** What the operator saw before each signing. */
  shown: string[]
  close(): void
}

/** A signer on a separate machine: the wallet command with its own folder and secret. */
export function openOfflineSigner(secret: { key: string } | { words: string }): OfflineSigner {
  const folder = mkdtempSync(join(tmpdir(), 'twofold-signer-'))
  const [option, text] = 'key' in secret ? ['--key', secret.key] : ['--words', secret.words]
  const store = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const secretFile = store('secret', text)
  const shown: string[] = []
  let files = 0
  const run = async (...args: string[]): Promise<string> => {
    const atSigner = [...args, '--signer', join(folder, 'signer')]
    return (await runWallet(atSigner, async (summary) => shown.push(summary) > 0)).out
  }
  return {
    folder,
    store,
    run,
    async sign(payouts, ...more) {
      files += 1
      const [orders, out] = [join(folder, `${files}.export`), join(folder, `${files}.json`)]
      writeFileSync(orders, payouts)
      await run('sign', '--payouts', orders, '--out', out, option, secretFile, ...more)
      return readFileSync(out, 'utf8')
    },
    shown,
    close: () => rmSync(folder, { recursive: true }),
  }
}
