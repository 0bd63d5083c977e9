import { t } from '@lingui/core/macro'

// The first match wins, because browsers also name those that they derive from.
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const firstOf = (list: readonly [RegExp, string][], agent: string) =>
  list.find(([pattern]) => pattern.test(agent))?.[1]

/** Shortens a user agent to a familiar browser and system. */
export function deviceText(agent: string): string {
  const browser = firstOf(BROWSERS, agent)
  const system = firstOf(SYSTEMS, agent)
  if (browser && system) return t`${browser} on ${system}`
  return browser ?? system ?? (agent.trim().slice(0, 60) || t`Unknown device`)
}
