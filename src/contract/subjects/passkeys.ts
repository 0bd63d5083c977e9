import { z } from 'zod'
import { at, described, flag, idOf, listOf, oneOf, str, whole } from '../fields/described.ts'
import { filledLine, token } from '../fields/fields.ts'
import * as limits from '../fields/limits.ts'
import { issueText } from '../texts/texts.ts'

// Passkeys: WebAuthn credentials. Options and answers have the JSON form of the WebAuthn standard,
// so a browser's `parseCreationOptionsFromJSON` and `toJSON` fit them.

export const passkeyName = described(
  filledLine(limits.passkeyNameLength.max),
  'What the owner calls it, such as the device.',
  'Anna’s phone',
)

export const Passkey = z
  .object({
    id: idOf('The passkey’s id, for renaming and removing it.'),
    name: str('What the owner calls it.', 'Anna’s phone'),
    synced: flag('Whether a password manager copies it to the owner’s other devices.'),
    created_at: at('When it was added.'),
    last_used_at: at('When it last signed in or confirmed something; null if never.').nullable(),
  })
  .meta({ id: 'Passkey', description: 'A key on a device that signs in without a password.' })

const CHALLENGE = 'mZ0pQx3VtJ8k5hYcB2nLw7uRgE4sDa1f'
const CREDENTIAL = 'q83vEjRWeJASNFZ4kKvN7w'
const base64url = (max: number) =>
  z
    .string({ error: issueText('enter_text') })
    .min(1, issueText('required'))
    .max(max, issueText('too_long', { max }))
    .regex(/^[\w-]+$/, issueText('unsafe_characters'))

const publicKey = oneOf(['public-key'], 'Always `public-key`.')
const timeout = whole('The browser’s timeout, in milliseconds.', 300_000)
const verification = oneOf(
  ['required'],
  'Whether the authenticator must verify the person by PIN, fingerprint, or face.',
)
const challenge = str('What the authenticator signs, in Base64url.', CHALLENGE)

export const passkeyTransports = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
] as const

const descriptors = (description: string) =>
  listOf(
    z.object({
      id: str('A passkey’s credential id, in Base64url.', CREDENTIAL),
      type: publicKey,
      transports: listOf(z.enum(passkeyTransports), 'How browsers reach it.', ['internal']),
    }),
    description,
  )

const ceremony = str(
  'Send it back with the credential. Works once, for 5 minutes.',
  'Zk3vJ0m7Q1c9T2xw',
)

/** A browser's request to an authenticator for signing in. */
export const PasskeyRequest = z
  .object({
    ceremony,
    options: z
      .object({
        challenge,
        rpId: str('The domain that the passkeys belong to.', 'twofold.example'),
        allowCredentials: descriptors('The accepted passkeys; any, if empty.'),
        timeout,
        userVerification: verification,
      })
      .describe('The options for `navigator.credentials.get()`.'),
  })
  .meta({ id: 'PasskeyRequest', description: 'A challenge for a passkey.' })

/** A browser's request to an authenticator for a new passkey. */
export const PasskeyCreation = z
  .object({
    ceremony,
    options: z
      .object({
        challenge,
        rp: z
          .object({
            id: str('The domain that the passkey belongs to.', 'twofold.example'),
            name: str('The site’s name.', 'Twofold'),
          })
          .describe('The site.'),
        user: z
          .object({
            id: str('A random handle of the account, in Base64url.', CREDENTIAL),
            name: str('The username.', 'anna'),
            displayName: str('The display name.', 'anna'),
          })
          .describe('The account.'),
        pubKeyCredParams: listOf(
          z.object({ type: publicKey, alg: whole('A COSE algorithm.', -7) }),
          'The kinds of keys that we accept.',
        ),
        excludeCredentials: descriptors('Passkeys that the account has already.'),
        authenticatorSelection: z
          .object({
            residentKey: oneOf(['required'], 'Whether the passkey must be discoverable.'),
            requireResidentKey: flag('The same for older browsers.'),
            userVerification: verification,
          })
          .describe('The requirements for the authenticator.'),
        attestation: oneOf(['none'], 'Attestation, which we don’t request.'),
        timeout,
      })
      .describe('The options for `navigator.credentials.create()`.'),
  })
  .meta({ id: 'PasskeyCreation', description: 'A challenge for a new passkey.' })

const ceremonyToken = token.describe('The `ceremony` that came with the options.')
const credentialId = described(base64url(1400), 'The credential id, in Base64url.', CREDENTIAL)
const clientData = described(
  base64url(4096),
  'The client data, in Base64url.',
  'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
)

const credential = <T extends z.ZodType>(response: T) =>
  z
    .object({ id: credentialId, rawId: credentialId, type: publicKey, response })
    .describe('The browser’s credential as JSON. Additional members are ignored.')

/** An authenticator's answer to `PasskeyRequest`. */
export const passkeyAssertion = z.object({
  ceremony: ceremonyToken,
  credential: credential(
    z
      .object({
        clientDataJSON: clientData,
        authenticatorData: described(
          base64url(4096),
          'The authenticator data, in Base64url.',
          'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
        ),
        signature: described(base64url(2048), 'The signature, in Base64url.', 'MEUCIQDx3v'),
        userHandle: described(
          base64url(200).nullish(),
          'The account’s handle, in Base64url. Required for signing in.',
          CREDENTIAL,
        ),
      })
      .describe('The authenticator’s answer.'),
  ),
})

/** An authenticator's answer to `PasskeyCreation`, and the new passkey's name. */
export const newPasskey = z.object({
  ceremony: ceremonyToken,
  name: passkeyName,
  credential: credential(
    z
      .object({
        clientDataJSON: clientData,
        attestationObject: described(
          base64url(20_000),
          'The attestation object, in Base64url.',
          'o2NmbXRkbm9uZWdhdHRTdG10oA',
        ),
        transports: listOf(z.string().max(32), 'How browsers reach the authenticator.', [
          'internal',
        ])
          .max(16)
          .optional(),
      })
      .describe('The authenticator’s answer.'),
  ),
})

export type PasskeyAssertion = z.output<typeof passkeyAssertion>
export type NewPasskey = z.output<typeof newPasskey>
