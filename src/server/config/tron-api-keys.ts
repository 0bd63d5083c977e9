/**
 * Assigns the API keys in `TRON_API_KEY` to nodes. A single key goes to the first node and to
 * others on the same host. Several keys follow the order of the nodes, with nothing between two
 * commas for a node without one. A provider never sees another's key. Null if the counts differ.
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

/** External nodes with their keys, as the node client expects them. */
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
