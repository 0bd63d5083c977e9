import { hash } from 'node:crypto'
import { protectName } from '../../contract/fields/misleading-names.ts'
import type { Language } from '../../contract/fields/languages.ts'
import type { SupportChannels } from '../../contract/pages.ts'
import { nameProduct } from '../../contract/texts/texts.ts'
import { builtPalette, type Palette } from './palette.ts'

// The brand of this installation. Our sources, their translations, and the build say "Twofold". We
// replace that with the brand's name in everything we serve: pages, scripts, the manifest, emails,
// statements, and the API's document. So one build serves any brand, and the sources stay readable.

/** A square picture in SVG: its checked contents and its coordinates. */
export type Mark = { viewBox: string; inner: string }

export type Brand = {
  name: string
  /** The company's own member account, and the code of its referral link. */
  house: { username: string; sponsorCode: string }
  palette: Palette
  mark: Mark
  /** The background of the mark on home screens. */
  iconBackground: string
  /** `Name <address>`; null to leave it to `MAIL_FROM`. */
  sender: string | null
  support: Partial<SupportChannels>
  /** One line: the company's name, address, and registration. Empty if there is nothing to show. */
  entity: string
  /** For visitors whose own language we don't offer. */
  language: Language
}

const MARK =
  '<path fill="var(--accent)" d="M3 6.5 14.9 11.2V29.5L3 24.8z"/>' +
  '<path fill="var(--accent)" opacity=".55" d="M29 6.5 17.1 11.2V29.5L29 24.8z"/>' +
  '<path fill="currentColor" d="m16 8.4 8.6-3.4L16 1.6 7.4 5z"/>'

export const builtBrand: Brand = {
  name: 'Twofold',
  house: { username: 'twofold', sponsorCode: 'TWOFOLD' },
  palette: builtPalette,
  mark: { viewBox: '0 0 32 32', inner: MARK },
  iconBackground: '#0b1418',
  sender: null,
  support: {},
  entity: '',
  language: 'en',
}

// A process has one brand for its whole life.
let brand = builtBrand
let version = ''

/** Sets the brand of this process, before it serves or writes anything. */
export function applyBrand(given: Brand): void {
  brand = given
  version = hash('sha256', JSON.stringify(brand)).slice(0, 8)
  nameProduct(brand.name)
  protectName(brand.house.username)
}

export const ownBrand = (): Brand => brand
export const brandName = (): string => brand.name
export const defaultLanguage = (): Language => brand.language

/** A version that changes with everything the brand changes in our pages. */
export const brandVersion = (): string => version

/** The brand's name in file names that we send. */
export const brandSlug = (): string => brand.house.username

/** Whether we must rewrite the build's files before serving them. */
export const isRebranded = (): boolean => brand !== builtBrand

/** Whether the brand has its own picture for icons and emails. */
export const hasOwnIcons = (): boolean =>
  brand.mark !== builtBrand.mark || brand.palette !== builtPalette

// Headers, cookies, and format names are for programs. They stay the same for every brand.
const PLACES = /twofold(?!-(?:seen|signature|webhooks)\b|_)/gi

/** Replaces our name in a text with the brand's. */
export function rebrand(text: string): string {
  if (!isRebranded()) return text
  return text.replace(PLACES, (ours) => {
    if (ours === 'Twofold') return brand.name
    return ours === 'TWOFOLD' ? brand.house.sponsorCode : brand.house.username
  })
}

/** The mark as an inline picture in the page's own colors. */
export const inlineMark = (style: string): string =>
  `<svg viewBox="${brand.mark.viewBox}" aria-hidden="true" style="${style}">` +
  `${brand.mark.inner}</svg>`
