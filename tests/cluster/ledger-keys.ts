/** Certificates and secrets of the ledger port, from the script in `deploy/compose`. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { fileURLToPath } from 'node:url'

const scripts = fileURLToPath(new URL('../../deploy/compose/', import.meta.url))

export type LedgerKeys = {
  /** The variables that name the shared files. Each process opens only its role's secret. */
  readonly shared: Record<string, string>
  /** The certificate of each role. */
  readonly ledger: Record<string, string>
  readonly web: Record<string, string>
  readonly chain: Record<string, string>
}

export function makeLedgerKeys(folder: string): LedgerKeys {
  const place = join(folder, 'ledger-keys')
  mkdirSync(place, { recursive: true })
  for (const name of ['make-secrets.sh', 'make-certificates.sh']) {
    copyFileSync(join(scripts, name), join(place, name))
  }
  execFileSync('sh', [join(place, 'make-secrets.sh')], { stdio: 'pipe' })
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
  return {
    shared,
    ledger: certificate('ledger'),
    web: certificate('web'),
    chain: certificate('chain'),
  }
}

/** Throws if the ledger port answers a client without a certificate of the same authority. */
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
