import { EXAMPLE_SUPPORT } from '../../contract/pages.ts'
import { builtBrand, type Brand } from '../brand/brand.ts'
import { readBrand } from '../brand/read-brand.ts'
import type { Environment } from './environment.ts'

export type BrandSettings = {
  brand: Brand
  emailFrom: string
  supportEmail: string
  /** Links to messaging channels. We don't show empty ones. */
  supportTelegram: string
  supportWhatsapp: string
  /** Where we email alerts. */
  alertEmail: string
}

/**
 * The brand, and the settings that it supplies unless a variable does. Throws an error that says
 * what to correct.
 */
export async function brandSettings(env: Environment): Promise<BrandSettings> {
  const production = env.NODE_ENV === 'production'
  const brand = env.BRAND === undefined ? builtBrand : await readBrand(env.BRAND)
  const { name, sender, support, house } = brand
  const example = (text: string): string => text.replace('twofold', house.username)
  const channel = (each: 'telegram' | 'whatsapp', set: string | undefined): string =>
    set ?? support[each] ?? (production ? '' : example(EXAMPLE_SUPPORT[each]))
  const supportEmail = env.SUPPORT_EMAIL ?? support.email ?? example(EXAMPLE_SUPPORT.email)
  const emailFrom = env.MAIL_FROM ?? sender
  if (production && emailFrom === null) {
    throw new Error('Not set: MAIL_FROM, or the email address of the brand.')
  }
  return {
    brand,
    emailFrom: emailFrom ?? `${name} <no-reply@mail.example>`,
    supportEmail,
    supportTelegram: channel('telegram', env.SUPPORT_TELEGRAM),
    supportWhatsapp: channel('whatsapp', env.SUPPORT_WHATSAPP),
    alertEmail: env.ALERT_EMAIL ?? supportEmail,
  }
}
