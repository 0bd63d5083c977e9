/** `ANY 2 (a, b)`, `FIRST 2 (a, b)`, or `2 (a, b)`. Names alone mean that one is enough. */
const LIST = /^\s*(?:(?:any|first)\s+)?(\d+)\s*\((.*)\)\s*$/is
const NAME = /"((?:[^"]|"")*)"|[^\s,"]+/g

/**
 * How many more standbys a COMMIT needs before it can return; null if it waits for none.
 * @param setting `synchronous_standby_names`
 * @param connected the names of the connected standbys
 */
export function countMissing(setting: string, connected: readonly string[]): number | null {
  if (setting.trim() === '') return null
  const [, count = '1', list = setting] = LIST.exec(setting) ?? []
  const names = [...list.matchAll(NAME)].map(([text, quoted]) =>
    // PostgreSQL ignores the case, even of quoted names.
    (quoted?.replaceAll('""', '"') ?? text).toLowerCase(),
  )
  const isNamed = (name: string): boolean => names.includes('*') || names.includes(name)
  const found = connected.filter((name) => isNamed(name.toLowerCase())).length
  return Math.max(0, Number(count) - found)
}
