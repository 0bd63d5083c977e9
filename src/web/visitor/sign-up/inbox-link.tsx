'use no memo'

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

const INBOXES: Record<string, { name: string; url: string }> = {
  'gmail.com': { name: 'Gmail', url: 'https://mail.google.com/' },
  'outlook.com': { name: 'Outlook', url: 'https://outlook.live.com/mail/' },
  'hotmail.com': { name: 'Outlook', url: 'https://outlook.live.com/mail/' },
  'yahoo.com': { name: 'Yahoo Mail', url: 'https://mail.yahoo.com/' },
  'icloud.com': { name: 'iCloud Mail', url: 'https://www.icloud.com/mail/' },
  'proton.me': { name: 'Proton Mail', url: 'https://mail.proton.me/' },
}

/** Whether this is a development server, which stores its emails. Only local pages ask. */
function useMailbox(isAwaited: boolean): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    if (!isAwaited || !['localhost', '127.0.0.1'].includes(window.location.hostname)) return
    const ask = async () => setThere((await fetch('/dev/mailbox', { method: 'HEAD' })).ok)
    ask().catch(() => null)
  }, [isAwaited])
  return isThere
}

/** A link to the inbox, if the address reveals the provider. */
export function InboxLink({ email }: { email: string }) {
  const hasMailbox = useMailbox(email !== '')
  const own = INBOXES[email.split('@')[1]?.toLowerCase() ?? '']
  const mailbox = { name: t`the development mailbox`, url: `/dev/mailbox?to=${email}` }
  const inbox = hasMailbox ? mailbox : own
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
