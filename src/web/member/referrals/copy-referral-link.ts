import { t } from '@lingui/core/macro'
import { referralLink } from '../../client/paths.ts'
import { copyText } from '../../ui/copy-button.tsx'
import { toast, toastError } from '../../ui/toast/toast.ts'

/** Copies the referral link for a code or a username, and reports the result. */
export async function copyReferralLink(codeOrUsername: string): Promise<void> {
  if (!codeOrUsername) {
    toastError(t`Error`, t`Please sign in to get your referral link`)
    return
  }
  try {
    await copyText(referralLink(codeOrUsername))
    toast(t`Copied!`, { description: t`Referral link copied`, kind: 'success' })
  } catch {
    toastError(t`Error`, t`Failed to copy referral link`)
  }
}
