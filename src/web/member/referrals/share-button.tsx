import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-button.tsx'
import { disclosureText } from '../../ui/income-disclaimer.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { toast, toastError } from '../../ui/toast/toast.ts'

const ShareDialog = lazyDialog(async () => (await import('./share-dialog.tsx')).ShareDialog)

type ShareButtonProps = {
  text: string
  title: string
  label?: string
  kind?: 'plain' | 'primary'
  size?: 'small' | 'medium'
  failure?: string
}

const isDismissed = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/**
 * Passes a text to the device's share sheet. Without one, a link opens a dialog with common
 * channels, and any other text is copied.
 */
export function ShareButton(props: ShareButtonProps) {
  const { text, title, label = t`Share`, kind = 'plain', size = 'small' } = props
  const [isOpen, setOpen] = useState(false)
  const language = useLanguage()
  const isLink = text.startsWith('http')
  const share = async () => {
    try {
      const shared = isLink ? { title, text: disclosureText(language), url: text } : { title, text }
      if (navigator.share) await navigator.share(shared)
      else if (isLink) setOpen(true)
      else {
        await copyText(text)
        toast(t`Copied!`, { kind: 'success' })
      }
    } catch (error) {
      if (!isDismissed(error)) toastError(t`Error`, props.failure ?? t`Failed to share`)
    }
  }
  return (
    <>
      <Button kind={kind} size={size} icon="share" onClick={() => void share()}>
        {label}
      </Button>
      {isLink && (
        <ShareDialog open={isOpen} onClose={() => setOpen(false)} link={text} title={title} />
      )}
    </>
  )
}
