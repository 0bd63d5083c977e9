import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { LateDialog } from '../late-dialog.tsx'

const loadExplain = () => import('./explain-dialog.tsx')

type ExplainButtonProps = { profileId: string; children: ReactNode; label: string }

/** An amount that tells, when it is pressed, which activation it comes from. */
export function ExplainButton({ profileId, children, label }: ExplainButtonProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        title={t`Where this comes from`}
        aria-label={label}
        onClick={() => setOpen(true)}
        className={
          'figures font-semibold underline decoration-edge decoration-dotted underline-offset-4 ' +
          'hover:decoration-solid pointer-coarse:min-h-11'
        }
      >
        {children}
      </button>
      <LateDialog load={loadExplain} near={false} open={open} onClose={close}>
        {({ ExplainDialog }) => open && <ExplainDialog profileId={profileId} onClose={close} />}
      </LateDialog>
    </>
  )
}
