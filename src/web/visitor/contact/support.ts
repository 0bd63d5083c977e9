import { EXAMPLE_ENTITY, EXAMPLE_SUPPORT } from '../../../contract/pages.ts'

// How members reach support.

const readMeta = (name: string) =>
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content

/**
 * The support channels in the page. The server puts its own into every page, replacing the build's
 * examples. A missing channel's link is empty, and the styles hide its row, so the page matches the
 * server's version.
 */
export const supportText = (): string =>
  readMeta('support') ?? Object.values(EXAMPLE_SUPPORT).join(' ')

/** The company behind the product, in one line; empty if its brand names none. */
export const entityText = (): string => readMeta('entity') ?? EXAMPLE_ENTITY

export function supportChannels() {
  const [email = '', telegram = '', whatsapp = ''] = supportText().split(' ')
  return { email, telegram, whatsapp }
}
