'use no memo'

import { Trans } from '@lingui/react/macro'

const INBOXES: Record<string, { name: string; url: string }> = {
  'gmail.com': { name: 'Gmail', url: 'https://mail.google.com/' },
  'outlook.com': { name: 'Outlook', url: 'https://outlook.live.com/mail/' },
  'hotmail.com': { name: 'Outlook', url: 'https://outlook.live.com/mail/' },
  'yahoo.com': { name: 'Yahoo Mail', url: 'https://mail.yahoo.com/' },
  'icloud.com': { name: 'iCloud Mail', url: 'https://www.icloud.com/mail/' },
  'proton.me': { name: 'Proton Mail', url: 'https://mail.proton.me/' },
}

/** The way to the inbox, where the address says whose it is. */
export function InboxLink({ email }: { email: string }) {
  const inbox = INBOXES[email.split('@')[1]?.toLowerCase() ?? '']
  if (!inbox) return null
  return (
    <p className="mb-6">
      <a
        href={inbox.url}
        target="_blank"
        rel="noreferrer"
        className="font-medium underline underline-offset-4"
      >
        <Trans>Open {inbox.name}</Trans>
      </a>
    </p>
  )
}
