import leven from 'leven'
import { environment, secretNames } from './environment.ts'

/** Shorter names are too close to those of other programs. */
const MIN_LENGTH = 6
/** A second wrong character counts as a typo only from here on. */
const LONG = 10

export type Mistyped = { readonly given: string; readonly meant: string }

const settings: readonly string[] = [
  ...Object.keys(environment.shape),
  ...secretNames.map((name) => `${name}_FILE`),
]

/** Names in the environment that are almost those of settings, which then have their defaults. */
export function findMistyped(variables: Record<string, string | undefined>): Mistyped[] {
  return Object.keys(variables)
    .filter((name) => name.length >= MIN_LENGTH && !settings.includes(name))
    .flatMap((given) => {
      const meant = settings.find((setting) => isAlmost(given, setting))
      return meant === undefined ? [] : [{ given, meant }]
    })
}

/** A typo or two, or a missing end such as `_USD`. */
function isAlmost(given: string, setting: string): boolean {
  const isCut = given.includes('_') && setting.startsWith(`${given}_`)
  return isCut || leven(given, setting) <= (given.length >= LONG ? 2 : 1)
}
