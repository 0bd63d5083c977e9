import { hkdfSync } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db } from '../../db/types.ts'
import type { Config } from '../config/config.ts'
import { roles } from '../config/roles.ts'
import { findPin, pin, rotatePin } from './stored-pins.ts'

// Processes with different secrets refuse each other's tokens, and can't read each other's second
// factors. Nothing else shows that one of them has the wrong secret.

type Settings = Pick<
  Config,
  'part' | 'production' | 'authSecret' | 'authSecretBefore' | 'rotatePins'
>

/** Tells two secrets apart, and reveals neither. */
const checkValueOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, 'twofold', 'check value of AUTH_SECRET', 32)).toString(
    'hex',
  )

/**
 * Pins the check value of AUTH_SECRET at the first production start. Warns about another secret at
 * a later start, unless AUTH_SECRET_BEFORE is the pinned one. The worker, which may change pins,
 * then pins the new one. A start never stops here, because a rotation, or the loss of a secret,
 * must not keep the product from running.
 * @returns whether the secret is another one than the pinned one
 */
export async function checkSecret(db: Db, config: Settings, log: Logger): Promise<boolean> {
  if (!config.production) return false
  const own = checkValueOf(config.authSecret)
  const pinned = await pin(db, 'auth_secret', own)
  if (pinned === own) return false
  const { authSecretBefore: before } = config
  const isRotation = before !== null && checkValueOf(before) === pinned
  const isAccepted = config.rotatePins.includes('auth_secret')
  const mayRotate = roles[config.part].followsChain
  if (mayRotate && (isRotation || isAccepted)) {
    await rotatePin(db, 'auth_secret', own)
    return false
  }
  if (isRotation) return false
  log.error(
    'AUTH_SECRET is another one than that of other processes or of an earlier start. This ' +
      'process refuses their tokens, and cannot read second factors. Put the former value back, ' +
      'or set it as AUTH_SECRET_BEFORE. If it is lost, start the worker once with ' +
      'ROTATE_PINS=auth_secret. docs/operations.md says more, "Rotate keys".',
  )
  return true
}

/** Whether the pin is that of this process by now. */
export const isSecretPinned = async (
  db: Db,
  { authSecret }: Pick<Config, 'authSecret'>,
): Promise<boolean> => (await findPin(db, 'auth_secret')) === checkValueOf(authSecret)
