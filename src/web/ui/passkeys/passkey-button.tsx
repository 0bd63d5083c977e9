'use no memo'

import { useState } from 'react'
import type { ComponentProps } from 'react'
import {
  askPasskey,
  isAbandoned,
  passkeyMessage,
  type PasskeyAssertion,
  type PasskeyRequest,
} from '../../client/passkeys.ts'
import { Button } from '../button.tsx'

export type PasskeyUse = {
  /** Fetches a challenge. */
  start: () => Promise<PasskeyRequest>
  /** Sends the answer to it. */
  finish: (answer: PasskeyAssertion) => Promise<unknown>
  onFail: (message: string) => void
}

type Props = PasskeyUse & Pick<ComponentProps<typeof Button>, 'kind' | 'size' | 'children'>

/** Requests a passkey, to sign in or to step up. */
export function PasskeyButton({ start, finish, onFail, ...look }: Props) {
  const [pending, setPending] = useState(false)
  const press = async () => {
    setPending(true)
    try {
      await finish(await askPasskey(await start()))
    } catch (error) {
      if (!isAbandoned(error)) onFail(passkeyMessage(error))
    }
    setPending(false)
  }
  return <Button {...look} icon="key" wide pending={pending} onClick={() => void press()} />
}
