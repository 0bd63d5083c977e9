import { EXAMPLE_SUPPORT } from '../contract/pages.ts'

// How members reach the people behind the product.

/**
 * Where support is written to: the server puts its own address into every page that it serves, in
 * place of the example that stands in the build.
 */
export function supportEmail(): string {
  if (typeof document === 'undefined') return EXAMPLE_SUPPORT
  const meta = document.querySelector<HTMLMetaElement>('meta[name="support"]')
  return meta?.content ?? EXAMPLE_SUPPORT
}

export const support = {
  channels: [
    { name: 'Telegram', handle: '@twofold', url: 'https://telegram.twofold.example' },
    { name: 'WhatsApp', handle: 'Twofold support', url: 'https://whatsapp.twofold.example' },
  ],
  hours: [
    { days: 'Mon-Fri', times: '9:00 AM-6:00 PM' },
    { days: 'Sat', times: '10:00 AM-4:00 PM' },
    { days: 'Sun', times: 'closed' },
  ],
} as const
