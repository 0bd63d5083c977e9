import { EXAMPLE_ENTITY, EXAMPLE_SUPPORT } from '../../../contract/pages.ts'

// How members reach the people behind the product.

const readMeta = (name: string) =>
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content

/**
 * The support channels in the page. The server puts its own into every page that it
 * serves, instead of the examples of the build. A link to a channel that there is not is empty,
 * and its row is folded away by the style, so that the page fits what the server has written.
 */
export const supportText = (): string =>
  readMeta('support') ?? Object.values(EXAMPLE_SUPPORT).join(' ')

/** The company behind the product, in one line; empty if its brand names none. */
export const entityText = (): string => readMeta('entity') ?? EXAMPLE_ENTITY

export function supportChannels() {
  const [email = '', telegram = '', whatsapp = ''] = supportText().split(' ')
  return { email, telegram, whatsapp }
}
