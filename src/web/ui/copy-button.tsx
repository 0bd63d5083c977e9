import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import type { IconName } from './icon.tsx'
import { toast, toastError } from './toast/toast.ts'

/** Puts text on the clipboard. Throws if the browser doesn't allow it. */
export async function copyText(text: string): Promise<void> {
  if (!navigator.clipboard) throw new Error('no clipboard')
  await navigator.clipboard.writeText(text)
}

type CopyButtonProps = {
  text: string
  label: string
  icon?: IconName
  kind?: 'plain' | 'quiet' | 'primary'
  size?: 'small' | 'medium'
  /** The toast when we can't use the clipboard. */
  failure?: string
  wide?: boolean
}

/** Copies, and confirms it in the button for two seconds and in a toast. */
export function CopyButton({
  text,
  label,
  icon = 'copy',
  kind = 'plain',
  size = 'small',
  failure,
  wide = false,
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    try {
      await copyText(text)
      setCopied(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setCopied(false), 2000)
      toast(t`Copied!`, { kind: 'success' })
    } catch {
      toastError(
        t`Error`,
        failure ?? t`We can’t use the clipboard. Select the text and copy it yourself.`,
      )
    }
  }
  return (
    <Button kind={kind} size={size} wide={wide} icon={copied ? 'check' : icon} onClick={copy}>
      {copied ? t`Copied!` : label}
    </Button>
  )
}
