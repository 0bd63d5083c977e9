import { i18n } from '@lingui/core'

/** A sentence of the server that the catalog has under an id; in English without it. */
export const knownText = (id: string, english: string): string =>
  Object.hasOwn(i18n.messages, id) ? i18n._(id) : english
