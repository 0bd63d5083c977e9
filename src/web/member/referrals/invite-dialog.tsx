import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { referralLink } from '../../client/paths.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useMe } from '../me/queries.ts'
import { LinkToScan } from './link-to-scan.tsx'
import { ShareButton } from './share-button.tsx'

type InviteDialogProps = {
  open: boolean
  onClose: () => void
  position?: string | undefined
  returnFocus?: (() => void) | undefined
}

/** How to fill an empty position: the member's referral link to copy, scan, or share. */
export function InviteDialog({ open, onClose, position, returnFocus }: InviteDialogProps) {
  const { data: user } = useMe()
  const link = user ? referralLink(user.referral_code) : ''
  return (
    <Dialog
      open={open}
      onClose={onClose}
      {...(returnFocus && { returnFocus })}
      title={position ? t`Invite to ${position}` : t`Invite a member`}
      description={t`You sponsor everyone who registers with your link.`}
    >
      {user && (
        <div className="grid justify-items-center gap-5">
          <LinkToScan link={link} />
          <div className="flex flex-wrap justify-center gap-2">
            <CopyButton
              kind="primary"
              size="medium"
              text={link}
              label={t`Copy Referral Link`}
              failure={t`Failed to copy referral link`}
            />
            <ShareButton
              size="medium"
              text={link}
              title={t`Join me on Twofold`}
              label={t`Share Referral Link`}
              failure={t`Failed to share referral link`}
            />
          </div>
          <p className="border-s-2 border-edge ps-4 text-sm text-soft">
            <Trans>
              This position isn’t reserved. When new members activate, they take the first free
              position on your board, top to bottom and left to right.
            </Trans>
          </p>
        </div>
      )}
    </Dialog>
  )
}
