/**
 * Which API key each node gets, from `TRON_API_KEY`. One key is for the first node and for others
 * of the same host; several are written in the order of the nodes, with nothing between two commas
 * for a node without one. A provider never learns the key of another. Null when the counts differ.
 */
export function keysOfNodes(
  urls: readonly string[],
  setting: string | null,
): (string | undefined)[] | null {
  if (setting === null) return urls.map(() => undefined)
  const keys = setting.split(',').map((key) => key.trim() || undefined)
  if (keys.length > 1) return keys.length === urls.length ? keys : null
  const [first = ''] = urls
  return urls.map((url) => (hostOf(url) === hostOf(first) ? keys[0] : undefined))
}

/** The nodes outside as their client takes them. */
export function nodesOutside(
  urls: readonly string[],
  apiKey: string | null,
  ratePerSecond: number,
) {
  const keys = keysOfNodes(urls, apiKey)
  return urls.map((url, at) => {
    const key = keys?.[at]
    return key === undefined ? { url, ratePerSecond } : { url, ratePerSecond, apiKey: key }
  })
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? url
