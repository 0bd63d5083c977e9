import { t } from '@lingui/core/macro'

export type ShareChannel = { name: string; url: string }

/** Channels for a link without a share sheet, with the accompanying text. */
export function shareChannels(link: string, title: string, note: string): ShareChannel[] {
  const [url, subject] = [encodeURIComponent(link), encodeURIComponent(title)]
  const text = encodeURIComponent(`${title}. ${note}`)
  return [
    {
      name: t`Email`,
      url: `mailto:?subject=${subject}&body=${encodeURIComponent(note)}%0A%0A${url}`,
    },
    { name: 'WhatsApp', url: `https://wa.me/?text=${text}%20${url}` },
    { name: 'Telegram', url: `https://t.me/share/url?url=${url}&text=${text}` },
    { name: 'X', url: `https://x.com/intent/post?url=${url}&text=${text}` },
  ]
}
