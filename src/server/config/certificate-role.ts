/** The role that a certificate for the ledger port was issued to. */
import { X509Certificate } from 'node:crypto'
import { senders, type Sender } from './roles.ts'

export type CertifiedRole = 'ledger' | Sender

const certified: readonly CertifiedRole[] = ['ledger', ...senders]

/** The role is one of the certificate's names, in the form of a SPIFFE ID. */
const PREFIX = 'URI:spiffe://twofold/'

/**
 * The role in a certificate's alternative names; undefined if it has none or several.
 * @param names as Node reports them. It quotes a name that could be taken for two.
 */
export function roleOfNames(names: string | undefined): CertifiedRole | undefined {
  if (names === undefined || names.includes('"')) return undefined
  const found = names.split(', ').filter((name) => name.startsWith(PREFIX))
  const [first] = found
  return found.length === 1 ? certified.find((role) => first === `${PREFIX}${role}`) : undefined
}

/** The role of a PEM certificate. Throws if we can't parse it. */
export const roleOfCertificate = (pem: string): CertifiedRole | undefined =>
  roleOfNames(new X509Certificate(pem).subjectAltName)
