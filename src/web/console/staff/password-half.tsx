import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CopyButton } from '../../ui/copy-button.tsx'

type PasswordHalfProps = { which: 'first' | 'second'; half: string; username: string }

const OTHER = {
  first: t`The admin who approves sees the second half and hands it over.`,
  second: t`The admin who requested it has the first half and hands it over.`,
}

/** One half of a first password, with instructions. It is shown only once. */
export function PasswordHalf({ which, half, username }: PasswordHalfProps) {
  return (
    <div className="grid gap-4">
      <p
        className={
          'figures rounded-sm border border-line bg-ground px-3 py-2.5 text-lg font-semibold ' +
          'break-all'
        }
      >
        {half}
      </p>
      <CopyButton
        text={half}
        label={which === 'first' ? t`Copy the first half` : t`Copy the second half`}
        size="medium"
        wide
      />
      <ul className="grid list-disc gap-1.5 ps-5 text-sm text-soft">
        <li>
          <Trans>
            Hand it to {username} in person. Nobody else may see it, not even another admin.
          </Trans>
        </li>
        <li>
          <Trans>
            {OTHER[which]} Only {username} joins the two: first half, then second half, with nothing
            in between.
          </Trans>
        </li>
        <li>
          <Trans>
            Shown only once.{' '}
            {which === 'first'
              ? t`If it’s lost, withdraw the request under Approvals and submit a new one.`
              : t`If it’s lost, ask for a reset.`}
          </Trans>
        </li>
      </ul>
    </div>
  )
}

/** The heading above it. */
export const halfTitle = (which: 'first' | 'second'): string =>
  which === 'first' ? t`The first half of the password` : t`The second half of the password`
