import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { paths } from '../../client/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Address } from '../../ui/format/address.tsx'

const NO_ADDRESS = msg`Please set a valid TRX wallet address in your profile`

type DestinationProps = {
  address: string | null
  /** Called when a link leads away from the dialog. */
  onLeave: () => void
}

/** Where the payout goes, or the way to set it. */
export function Destination({ address, onLeave }: DestinationProps) {
  return (
    <div className="rounded-md border border-line bg-ground px-3.5 py-3">
      <p className="text-sm text-faint">{t`To your wallet address (TRC20)`}</p>
      {address ? (
        <Address value={address} />
      ) : (
        <>
          <p className="text-sm text-bad">{i18n._(NO_ADDRESS)}</p>
          <div className="mt-2">
            <ButtonLink
              size="small"
              icon="edit"
              to={paths.account({ edit: 'profile' })}
              onClick={onLeave}
            >
              <Trans>Set it now</Trans>
            </ButtonLink>
          </div>
        </>
      )}
    </div>
  )
}
