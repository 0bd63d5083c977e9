import { EXAMPLE_SUPPORT } from '../../../contract/pages.ts'

// How members reach the people behind the product.

const readMeta = () => document.querySelector<HTMLMetaElement>('meta[name="support"]')?.content

/**
 * The support channels in the page. The server puts its own into every page that it
 * serves, instead of the examples of the build. A link to a channel that there is not is empty,
 * and its row is folded away by the style, so that the page fits what the server has written.
 */
export function supportText(): string {
  const text = typeof document === 'undefined' ? undefined : readMeta()
  return text ?? Object.values(EXAMPLE_SUPPORT).join(' ')
}

export function supportChannels() {
  const [email = '', telegram = '', whatsapp = ''] = supportText().split(' ')
  return { email, telegram, whatsapp }
}
