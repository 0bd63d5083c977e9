import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { languages } from '../../contract/fields/languages.ts'
import { builtBrand, type Brand, type Mark } from './brand.ts'
import { accentOf, builtPalette, findFaint, type Palette } from './palette.ts'
import { BadMark, readMark } from './read-mark.ts'

const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #7a2d8f')
const link = z.url({ protocol: /^https$/, error: 'must be a URL that begins with https://' })
/**
 * The value ends up in HTML, headers, and script strings, so it has none of their special
 * characters.
 */
const LINE = /^[\p{L}\p{N}\p{M} .,:;/()&#+º°ª’-]*$/u
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most, `must have at most ${most} characters`)
    .regex(LINE, 'must have letters, digits, spaces, and .,:;/()&#+- only')

const Theme = z.strictObject({ accent: color })

const BrandFile = z.strictObject({
  $schema: z.string().optional(),
  name: z
    .string()
    .regex(
      /^[\p{L}\p{N}](?:[\p{L}\p{N} .-]{0,28}[\p{L}\p{N}.])?$/u,
      'must have 1 to 30 letters, digits, spaces, periods, or hyphens',
    ),
  house: z
    .strictObject({
      username: z
        .string()
        .regex(/^[a-z0-9][a-z0-9_-]{1,28}[a-z0-9]$/, 'must have 3 to 30 of a-z, 0-9, - and _')
        .optional(),
      sponsor_code: z
        .string()
        .regex(/^[A-Z0-9]{3,20}$/, 'must have 3 to 20 of A-Z and 0-9')
        .optional(),
    })
    .optional(),
  colors: z
    .strictObject({
      light: Theme.optional(),
      dark: Theme.optional(),
      icon_background: color.optional(),
    })
    .optional(),
  logo: z.string().min(1).optional(),
  email: z.strictObject({ name: line(60).optional(), address: z.email() }).optional(),
  support: z
    .strictObject({
      email: z.email().optional(),
      telegram: link.optional(),
      whatsapp: link.optional(),
    })
    .optional(),
  legal_entity: z
    .strictObject({
      name: line(100),
      address: line(160).optional(),
      registration: line(80).optional(),
    })
    .optional(),
  language: z.enum(languages).optional(),
})

type BrandFile = z.infer<typeof BrandFile>

/** The schema for editors that check the file: docs/brand.schema.json. */
export const brandSchema = (): object => z.toJSONSchema(BrandFile, { io: 'input' })

/** Reads a brand's file. Throws an error that says what to correct. */
export async function readBrand(path: string): Promise<Brand> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(`BRAND: ${path} can't be read: ${String(error)}`)
  })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error(`BRAND: ${path} isn't JSON.`)
  }
  const read = BrandFile.safeParse(json)
  if (!read.success) {
    refuse(
      path,
      read.error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`),
    )
  }
  const file = read.data
  const palette = paletteOf(file.colors)
  const faults = [
    ...findFaint('light', palette.light),
    ...findFaint('dark', palette.dark),
    ...nameFaults(file),
  ]
  const mark = await markOf(path, file.logo).catch((error: unknown) => {
    if (!(error instanceof BadMark)) throw error
    faults.push(`logo: ${error.message}`)
    return builtBrand.mark
  })
  if (faults.length > 0) refuse(path, faults)
  return brandOf(file, palette, mark)
}

function refuse(path: string, faults: string[]): never {
  throw new Error(`BRAND: ${path} isn't a brand. ${faults.join('; ')}`)
}

function paletteOf(colors: BrandFile['colors']): Palette {
  const { light, dark } = colors ?? {}
  if (!light && !dark) return builtPalette
  return {
    light: light ? accentOf('light', light.accent.toLowerCase()) : builtPalette.light,
    dark: dark ? accentOf('dark', dark.accent.toLowerCase()) : builtPalette.dark,
  }
}

async function markOf(path: string, logo: string | undefined): Promise<Mark> {
  if (logo === undefined) return builtBrand.mark
  const at = resolve(dirname(path), logo)
  const svg = await readFile(at, 'utf8').catch((error: unknown) => {
    throw new BadMark(`${at} can't be read: ${String(error)}`)
  })
  return readMark(svg)
}

/** `Casa Ñandú` becomes `casanandu` where only plain letters fit. */
const plainOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^a-zA-Z0-9]/g, '')
    .toLowerCase()
    .slice(0, 20)

const usernameOf = ({ name, house }: BrandFile): string => house?.username ?? plainOf(name)
const codeOf = (file: BrandFile): string =>
  file.house?.sponsor_code ?? usernameOf(file).replace(/[_-]/g, '').toUpperCase()

function nameFaults(file: BrandFile): string[] {
  if (usernameOf(file).length >= 3 && /^[A-Z0-9]{3,20}$/.test(codeOf(file))) return []
  return ['house: set username and sponsor_code, because the name has too few plain letters']
}

function brandOf(file: BrandFile, palette: Palette, mark: Mark): Brand {
  const { name, email, legal_entity: entity } = file
  const { email: address, telegram, whatsapp } = file.support ?? {}
  return {
    name,
    house: { username: usernameOf(file), sponsorCode: codeOf(file) },
    palette,
    mark,
    iconBackground: file.colors?.icon_background ?? builtBrand.iconBackground,
    sender: email ? `${email.name ?? name} <${email.address}>` : null,
    support: {
      ...(address === undefined ? {} : { email: address }),
      ...(telegram === undefined ? {} : { telegram }),
      ...(whatsapp === undefined ? {} : { whatsapp }),
    },
    entity: entity
      ? [entity.name, entity.address, entity.registration].filter(Boolean).join(' · ')
      : '',
    language: file.language ?? builtBrand.language,
  }
}
