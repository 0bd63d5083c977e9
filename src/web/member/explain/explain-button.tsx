'use no memo'

import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'

const ExplainDialog = lazyDialog(async () => (await import('./explain-dialog.tsx')).ExplainDialog)

type ExplainButtonProps = { profileId: string; children: ReactNode; label: string }

/** An amount that, when clicked, explains which activation it came from. */
export function ExplainButton({ profileId, children, label }: ExplainButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        title={t`Where this comes from`}
        aria-label={label}
        onClick={() => setOpen(true)}
        className={
          'figures font-semibold underline decoration-edge decoration-dotted underline-offset-4 ' +
          // A finger has room around it, which must not move the lines of its row.
          'relative hover:decoration-solid pointer-coarse:after:absolute ' +
          'pointer-coarse:after:-inset-x-2 pointer-coarse:after:-inset-y-3'
        }
      >
        {children}
      </button>
      {open && <ExplainDialog profileId={profileId} onClose={() => setOpen(false)} />}
    </>
  )
}
