import type { ReactNode } from 'react'
import { MoneyButton } from '../money/money-button.tsx'

type AcceptButtonProps = {
  accept: { press: () => void; isPending: boolean }
  children: ReactNode
}

/** Accepts the received amount as it is. */
export const AcceptButton = ({ accept, children }: AcceptButtonProps) => (
  <MoneyButton size="small" icon="check" pending={accept.isPending} onClick={() => accept.press()}>
    {children}
  </MoneyButton>
)
