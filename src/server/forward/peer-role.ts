/** The role that the other side of a ledger port connection proves with its certificate. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket, type PeerCertificate } from 'node:tls'
import { roleOfNames, type CertifiedRole } from '../config/certificate-role.ts'
import type { Sender } from '../config/roles.ts'
import { findSender, type Tokens } from './token.ts'

// Node’s type claims that there are always names.
export const roleOfPeer = (cert: Partial<PeerCertificate>): CertifiedRole | undefined =>
  roleOfNames(cert.subjectaltname)

const known = new WeakMap<TLSSocket, CertifiedRole | undefined>()

/** Whether a caller may act as a role. Only this machine can reach a port without TLS. */
export function provesRole(socket: Socket, role: CertifiedRole): boolean {
  if (!(socket instanceof TLSSocket)) return true
  if (!known.has(socket)) known.set(socket, roleOfPeer(socket.getPeerCertificate()))
  return known.get(socket) === role
}

/**
 * The role that a request's token and certificate both prove.
 * @param onOther called with the token's role if the certificate is for another one
 */
export function findProvenSender(
  { headers, socket }: IncomingMessage,
  tokens: Tokens,
  onOther: (sender: Sender) => void,
): Sender | undefined {
  const sender = findSender(headers.authorization, tokens)
  if (sender === undefined || provesRole(socket, sender)) return sender
  onOther(sender)
  return undefined
}
