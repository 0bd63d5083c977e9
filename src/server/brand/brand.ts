import { readFile } from 'node:fs/promises'
import { z } from 'zod'

// Whose product this is. Our sources, their translations, and the build say "Twofold", and the
// brand's name takes its place wherever we hand out text: pages, scripts, the manifest, emails,
// statements, and the API's document. So one build serves any brand, and the words stay readable.

const BUILT_NAME = 'Twofold'

/** Headers are for programs: they keep their names under every brand. */
const PLACES = /Twofold(?!-(?:Seen|Signature|Webhooks)\b)/g

const Brand = z.strictObject({
  // It lands in HTML, JSON, and the strings of scripts, so it has none of their signs.
  name: z
    .string()
    .regex(
      /^[\p{L}\p{N}](?:[\p{L}\p{N} .-]{0,28}[\p{L}\p{N}.])?$/u,
      'must have 1 to 30 letters, digits, spaces, periods, or hyphens',
    ),
})

export type Brand = z.infer<typeof Brand>

export const builtBrand: Brand = { name: BUILT_NAME }

/** Reads a brand's file. Throws an error that says what to correct. */
export async function readBrand(path: string): Promise<Brand> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(`BRAND: ${path} can't be read: ${String(error)}`)
  })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error(`BRAND: ${path} is no JSON.`)
  }
  const read = Brand.safeParse(json)
  if (read.success) return read.data
  const faults = read.error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`)
  throw new Error(`BRAND: ${path} isn't a brand. ${faults.join('; ')}`)
}

// A process has one brand from its start to its end.
let brand = builtBrand

/** Gives this process its brand, before it serves or writes anything. */
export function applyBrand(given: Brand): void {
  brand = given
}

export const brandName = (): string => brand.name

/** The name in the names of files that we send. */
export const brandSlug = (): string =>
  brand.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'member'

/** Whether what we build has to be rewritten before it is served. */
export const isRebranded = (): boolean => brand.name !== BUILT_NAME

/** A text of ours under the name of the brand. */
export const rebrand = (text: string): string =>
  isRebranded() ? text.replace(PLACES, () => brand.name) : text
