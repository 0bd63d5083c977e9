import { isIPv4, isIPv6 } from 'node:net'
import { operatorPasswordLength } from '../../contract/fields/limits.ts'
import { findPasswordFault } from '../passwords/password-rules.ts'
import type { Environment } from './environment.ts'

// Well-formed settings that production still refuses: guessable secrets, and connections that
// anyone in between can read. Nothing here repeats a value.

/** The least entropy for a secret, by our estimate. A random 128-bit secret in hex has 110. */
const MIN_BITS = 90
const MIN_DISTINCT = 10

/** Placeholders from copied examples. Random text never contains words this long. */
const placeholders = [
  'authsecret',
  'changeit',
  'changeme',
  'deadbeef',
  'development',
  'donotuse',
  'example',
  'mysecret',
  'passphrase',
  'password',
  'placeholder',
  'replaceme',
  'secretkey',
  'supersecret',
  'thisisa',
  'twofold',
  'yoursecret',
]

/** Why a secret is guessable; null if it seems strong. */
export function findSecretFault(secret: string): string | null {
  const letters = secret.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (placeholders.some((word) => letters.includes(word))) return 'looks like a placeholder'
  const guessable =
    new Set(secret).size < MIN_DISTINCT ||
    repeats(secret) ||
    countSteps(secret) * 2 > secret.length ||
    entropyBits(secret) < MIN_BITS
  return guessable ? 'can be guessed: use `openssl rand -base64 48`' : null
}

/**
 * The Shannon entropy of its characters: an upper bound, which is enough to detect weak secrets.
 */
function entropyBits(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= count * Math.log2(count / text.length)
  return bits
}

/** Whether the text repeats a single part. */
const repeats = (text: string): boolean =>
  Array.from({ length: Math.floor(text.length / 2) }, (_, i) => i + 1).some(
    (length) => text.slice(length) === text.slice(0, -length),
  )

/** Characters that continue the alphabet from the previous one, forward, backward, or doubled. */
const countSteps = (text: string): number =>
  [...text].filter(
    (character, i) =>
      i > 0 && Math.abs(character.charCodeAt(0) - (text[i - 1] ?? '').charCodeAt(0)) <= 1,
  ).length

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

function findKeyFault(key: string): string | null {
  const value = BigInt(`0x${key}`)
  if (value === 0n || value >= CURVE_ORDER) return 'is no private key of secp256k1'
  return findSecretFault(key.toLowerCase()) && 'can be guessed: make one with `npm run wallet`'
}

/** Whether a host is this machine or on a private network, where TLS may end before it. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (isIPv4(host)) {
    return /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host)
  }
  if (isIPv6(host)) return host === '::1' || /^(f[cd]|fe[89ab])/.test(host)
  // A name without a dot, such as a container's, is unknown outside.
  return !host.includes('.') || /\.(localhost|local|internal|lan)$/.test(host)
}

const isLoopback = (hostname: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.localhost)$/.test(hostname)

const isOpen = (text: string): boolean => {
  const url = URL.parse(text)
  return url?.protocol === 'http:' && !isPrivateHost(url.hostname)
}

/** Email goes out unencrypted unless TLS is on from the start or required first. */
function isOpenEmail(text: string): boolean {
  const url = URL.parse(text)
  if (url?.protocol !== 'smtp:' || isPrivateHost(url.hostname)) return false
  return url.searchParams.get('requireTLS') !== 'true'
}

function findOperatorFault(username: string, password: string): string | null {
  const { min } = operatorPasswordLength
  if (password.length < min) return `must have at least ${min} characters`
  return findPasswordFault(password, [username]) && 'is a common password, or close to a name'
}

/** One line per setting that production refuses; empty if there is none. */
export function findWeakSettings(env: Environment): string[] {
  const faults: [name: keyof Environment, fault: string | null][] = []
  // AUTH_SECRET_BEFORE may be weak: it only unseals, and a weak secret has to be replaced.
  for (const name of ['AUTH_SECRET', 'LEDGER_SECRET_WEB', 'LEDGER_SECRET_CHAIN'] as const) {
    const secret = env[name]
    if (secret !== undefined) faults.push([name, findSecretFault(secret)])
  }
  const { PAYOUT_KEY: key, PUBLIC_URL: publicUrl, SMTP_URL: smtp } = env
  if (key !== undefined && key !== 'offline') faults.push(['PAYOUT_KEY', findKeyFault(key)])
  if (env.LOG_KEY !== undefined) {
    const isWeak = findSecretFault(env.LOG_KEY) !== null
    faults.push(['LOG_KEY', isWeak ? 'can be guessed: use `openssl rand -hex 32`' : null])
  }
  const { OPERATOR_USERNAME: username, OPERATOR_PASSWORD: password } = env
  if (username !== undefined && password !== undefined) {
    faults.push(['OPERATOR_PASSWORD', findOperatorFault(username, password)])
  }
  const page = publicUrl === undefined ? null : URL.parse(publicUrl)
  if (page?.protocol === 'http:' && !isLoopback(page.hostname)) {
    faults.push(['PUBLIC_URL', 'must begin with https://'])
  }
  if (env.TRON_API_URL?.some(isOpen)) {
    faults.push(['TRON_API_URL', 'must begin with https://, except on a private network'])
  }
  if (env.RATE_SOURCES?.some((each) => isOpen(each.split('@')[1] ?? ''))) {
    faults.push(['RATE_SOURCES', 'mirrors must begin with https://'])
  }
  const { OTEL_EXPORTER_OTLP_ENDPOINT: collector } = env
  if (collector !== undefined && isOpen(collector)) {
    const fault = 'must begin with https://, except on a private network'
    faults.push(['OTEL_EXPORTER_OTLP_ENDPOINT', fault])
  }
  if (smtp !== undefined && isOpenEmail(smtp)) {
    faults.push(['SMTP_URL', 'must begin with smtps://, or end with ?requireTLS=true'])
  }
  return faults.flatMap(([name, fault]) => (fault === null ? [] : [`  ${name}: ${fault}`]))
}
