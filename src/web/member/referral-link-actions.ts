import { referralLink } from '../paths.ts'
import { copyText } from '../ui/copy-button.tsx'
import { toast, toastError } from '../ui/toast.ts'

/** Copies the referral link for a code or a username, and says how that went. */
export async function copyReferralLink(codeOrUsername: string): Promise<void> {
  if (!codeOrUsername) {
    toastError('Error', 'Please sign in to get your referral link')
    return
  }
  try {
    await copyText(referralLink(codeOrUsername))
    toast('Copied!', { description: 'Referral link copied', kind: 'success' })
  } catch {
    toastError('Error', 'Failed to copy referral link')
  }
}
