import { t } from '@lingui/core/macro'
import { useIsMutating } from '@tanstack/react-query'
import { Dialog } from '../../ui/dialog.tsx'
import { Disclosure } from '../../ui/income-disclaimer.tsx'
import { moneyKey } from '../money/use-money-request.ts'
import { ActivationForm } from './activation-form.tsx'

type ActivationDialogProps = {
  open: boolean
  onClose: () => void
  /** The preselected profile. Without one, the member chooses. */
  profileId?: string | undefined
}

/**
 * Activates an inactive profile from the wallet, showing the cost and the remaining balance first.
 */
export function ActivationDialog({ open, onClose, profileId }: ActivationDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={useIsMutating({ mutationKey: moneyKey('activateProfile') }) > 0}
      title={t`Profile Activation`}
      description={t`We take the joining fee from your wallet. It can’t be refunded.`}
    >
      <Disclosure className="mb-5 text-sm text-soft" />
      <ActivationForm onDone={onClose} profileId={profileId} />
    </Dialog>
  )
}
