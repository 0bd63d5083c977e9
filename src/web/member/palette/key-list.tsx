import { t } from '@lingui/core/macro'
import { CheckField } from '../../ui/form/check-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { chooseSingleKeys, useSingleKeys } from '../../client/single-keys.ts'
import { Keys } from './keys.tsx'
import { listDestinations } from './destinations.ts'

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The keyboard shortcuts, and the switch for single-letter ones. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const single = useSingleKeys()
  const rows = [
    { label: t`Commands`, keys: isApple() ? '⌘ K' : 'Ctrl K' },
    { label: t`Search`, keys: '/' },
    { label: t`Keyboard shortcuts`, keys: '?' },
    ...listDestinations().flatMap(({ label, letter }) =>
      letter ? [{ label, keys: `g ${letter}` }] : [],
    ),
  ]
  return (
    <Dialog open onClose={onClose} title={t`Keyboard shortcuts`}>
      <dl className="mb-5">
        {rows.map(({ label, keys }) => (
          <div
            key={keys}
            className="flex min-h-9 items-center justify-between border-b border-line"
          >
            <dt>{label}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <CheckField
        label={t`Single-letter shortcuts`}
        hint={t`When off, only the shortcut for the command menu works.`}
        checked={single}
        onChange={({ target }) => chooseSingleKeys(target.checked)}
      />
    </Dialog>
  )
}
