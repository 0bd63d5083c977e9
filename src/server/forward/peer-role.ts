/** Which role the other side of a connection to the ledger port proves with its certificate. */
import type { Socket } from 'node:net'
import { TLSSocket, type PeerCertificate } from 'node:tls'
import { roleOfNames, type CertifiedRole } from '../config/certificate-role.ts'

// Node’s type says that there are always names.
export const roleOfPeer = (cert: Partial<PeerCertificate>): CertifiedRole | undefined =>
  roleOfNames(cert.subjectaltname)

const known = new WeakMap<TLSSocket, CertifiedRole | undefined>()

/** Whether a caller may act as a role. Without TLS, which only this machine reaches, its token says. */
export function provesRole(socket: Socket, role: CertifiedRole): boolean {
  if (!(socket instanceof TLSSocket)) return true
  if (!known.has(socket)) known.set(socket, roleOfPeer(socket.getPeerCertificate()))
  return known.get(socket) === role
}
