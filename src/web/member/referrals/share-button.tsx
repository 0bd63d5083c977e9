import { t } from '@lingui/core/macro'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-button.tsx'
import { toast, toastError } from '../../ui/toast/toast.ts'

type ShareButtonProps = {
  text: string
  title: string
  label?: string
  kind?: 'plain' | 'primary'
  size?: 'small' | 'medium'
  failure?: string
}

const isDismissed = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** Hands a text to the device's share sheet; where there is none it is copied. */
export function ShareButton(props: ShareButtonProps) {
  const { text, title, label = t`Share`, kind = 'plain', size = 'small' } = props
  const share = async () => {
    try {
      if (navigator.share) {
        await navigator.share(text.startsWith('http') ? { title, url: text } : { title, text })
        return
      }
      await copyText(text)
      toast(t`Copied!`, { kind: 'success' })
    } catch (error) {
      if (!isDismissed(error)) toastError(t`Error`, props.failure ?? t`Failed to share`)
    }
  }
  return (
    <Button kind={kind} size={size} icon="share" onClick={() => void share()}>
      {label}
    </Button>
  )
}
