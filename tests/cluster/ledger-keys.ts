/** Certificates and secrets of the ledger port, as the script of `deploy/compose` makes them. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../deploy/compose/make-secrets.sh', import.meta.url))

export type LedgerKeys = {
  /** The variables that name what all processes share. Each opens only the secret of its role. */
  readonly shared: Record<string, string>
  /** The certificate of a ledger process, and of those that send it commands. */
  readonly ledger: Record<string, string>
  readonly caller: Record<string, string>
}

export function makeLedgerKeys(folder: string): LedgerKeys {
  const place = join(folder, 'ledger-keys')
  mkdirSync(place, { recursive: true })
  const copy = join(place, 'make-secrets.sh')
  copyFileSync(script, copy)
  execFileSync('sh', [copy], { stdio: 'pipe' })
  const path = (name: string): string => join(place, 'secrets', name)
  const certificate = (name: string): Record<string, string> => ({
    LEDGER_CERT_FILE: path(`${name}_cert`),
    LEDGER_KEY_FILE: path(`${name}_key`),
  })
  const shared = {
    LEDGER_CA_FILE: path('ledger_ca'),
    LEDGER_SECRET_WEB_FILE: path('ledger_secret_web'),
    LEDGER_SECRET_CHAIN_FILE: path('ledger_secret_chain'),
  }
  return { shared, ledger: certificate('ledger'), caller: certificate('caller') }
}

/** Throws if the ledger port answers someone who shows no certificate of the same authority. */
export async function requireClosedPort(host: string, port: number): Promise<void> {
  const answer = await new Promise<string>((resolve) => {
    const socket = connect({ host, port, rejectUnauthorized: false }, () => {
      socket.write(`POST /commands HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\n\r\n`)
    })
    socket.on('data', (bytes: Buffer) => resolve(bytes.toString('latin1')))
    socket.on('error', () => resolve(''))
    socket.on('close', () => resolve(''))
  })
  if (answer !== '') throw new Error(`${host} answered without a certificate: ${answer}`)
}
