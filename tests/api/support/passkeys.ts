import { Authenticator, type Twist } from './authenticator.ts'
import type { Edge } from './edge.ts'

// Passkeys at an edge, only through the API.

type Headers = Record<string, string>

export const newAuthenticator = ({ config }: Edge): Authenticator =>
  new Authenticator(new URL(config.publicUrl).origin)

/** Adds a passkey to a member's account. */
export async function addPasskey(
  edge: Edge,
  token: string,
  name = 'Phone',
  device = newAuthenticator(edge),
) {
  const asked = await edge.call('POST', '/api/auth/passkeys/options/', { token, body: {} })
  const { ceremony, options } = asked.body
  const body = { ceremony, name, credential: device.create(options) }
  const { body: passkey } = await edge.call('POST', '/api/auth/passkeys/', { token, body })
  return { device, passkey, body }
}

/** Sign-in options, and the answer to them. */
export async function answerSignIn(edge: Edge, device: Authenticator, twist: Twist = {}) {
  const { body } = await edge.call('POST', '/api/auth/login/passkey/options/', { body: {} })
  return { ceremony: body.ceremony, credential: device.get(body.options, twist) }
}

export async function signInByPasskey(edge: Edge, device: Authenticator, twist: Twist = {}) {
  const body = await answerSignIn(edge, device, twist)
  return await edge.call('POST', '/api/auth/login/passkey/', { body })
}

/** Step-up options, and the answer to them. */
export async function answerStepUp(edge: Edge, token: string, device: Authenticator) {
  const url = '/api/auth/step-up/passkey/options/'
  const { body } = await edge.call('POST', url, { token, body: {} })
  return { ceremony: body.ceremony, credential: device.get(body.options) }
}

/** Adds a passkey to an operator. */
export async function addOperatorPasskey(
  edge: Edge,
  headers: Headers,
  device = newAuthenticator(edge),
) {
  const url = '/api/operator/auth/passkeys/options/'
  const asked = await edge.call('POST', url, { headers, body: {} })
  const { ceremony, options } = asked.body
  const body = { ceremony, name: 'Laptop', credential: device.create(options) }
  const answer = await edge.call('POST', '/api/operator/auth/passkeys/', { headers, body })
  return { device, passkey: answer.body, body }
}

export async function answerOperatorSignIn(edge: Edge, device: Authenticator, twist: Twist = {}) {
  const url = '/api/operator/auth/login/passkey/options/'
  const { body } = await edge.call('POST', url, { body: {} })
  return { ceremony: body.ceremony, credential: device.get(body.options, twist) }
}

export async function operatorSignInByPasskey(
  edge: Edge,
  device: Authenticator,
  twist: Twist = {},
) {
  const body = await answerOperatorSignIn(edge, device, twist)
  return await edge.call('POST', '/api/operator/auth/login/passkey/', { body })
}

export async function answerOperatorStepUp(edge: Edge, headers: Headers, device: Authenticator) {
  const url = '/api/operator/auth/step-up/passkey/options/'
  const { body } = await edge.call('POST', url, { headers, body: {} })
  return { ceremony: body.ceremony, credential: device.get(body.options) }
}
