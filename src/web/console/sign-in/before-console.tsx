import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { signOut } from '../session/start-session.ts'
import { ConfirmAgainDialog } from './confirm-again-dialog.tsx'

type Props = { title: string; heading: string; intro: string; wide?: boolean; children: ReactNode }

/** What an operator must set up before the console opens. */
export function BeforeConsole({ title, heading, intro, wide = false, children }: Props) {
  return (
    <main
      className={
        'mx-auto grid min-h-dvh content-center gap-5 px-4 py-10 ' +
        (wide ? 'max-w-2xl' : 'max-w-md')
      }
    >
      <title>{title}</title>
      <div>
        <h1 className="text-2xl font-semibold">{heading}</h1>
        <p className="mt-1 text-sm text-soft">{intro}</p>
      </div>
      {children}
      <div>
        <Button kind="quiet" onClick={() => void signOut()}>
          <Trans>Sign out</Trans>
        </Button>
      </div>
      <ConfirmAgainDialog />
    </main>
  )
}
