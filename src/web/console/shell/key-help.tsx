import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { CheckField } from '../../ui/form/check-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { chooseSingleKeys, useSingleKeys } from '../../client/single-keys.ts'
import { useKeys } from '../parts/use-keys.ts'

const KEYS = [
  { where: t`On every page`, keys: { '/': t`search members`, '?': t`this list` } },
  {
    where: t`In the queues`,
    keys: {
      'j k': t`next and previous item`,
      a: t`approve, accept, or answer`,
      r: t`reject`,
      x: t`select for a bulk approval`,
    },
  },
]

/** The keyboard shortcuts of the console, under `?`. */
export function KeyHelp() {
  const [open, setOpen] = useState(false)
  useKeys({ '?': () => setOpen(true) })
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title={t`Keyboard shortcuts`}>
      {KEYS.map(({ where, keys }) => (
        <section key={where} aria-label={where} className="mb-5">
          <h3 className="text-sm text-faint">{where}</h3>
          <dl>
            {Object.entries(keys).map(([key, what]) => (
              <div
                key={key}
                className="flex min-h-9 items-center justify-between border-b border-line"
              >
                <dt>{what}</dt>
                <dd className="flex gap-1">
                  {key.split(' ').map((each) => (
                    <kbd key={each} className="rounded-sm border border-edge/60 px-1.5 text-sm">
                      {each}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="mb-3 text-sm text-soft">
        <Trans>Tab, Enter, and Escape work everywhere, even when these keys are off.</Trans>
      </p>
      <CheckField
        label={t`Single-letter keys`}
        hint={t`Kept in this browser.`}
        checked={useSingleKeys()}
        onChange={({ target }) => chooseSingleKeys(target.checked)}
      />
    </Dialog>
  )
}
