/**
 * The text of an answer, or undefined if it is longer than that.
 * @param onPart called for each part that arrives
 */
export async function readBounded(
  response: Response,
  maxBytes: number,
  onPart: () => void = () => {},
): Promise<string | undefined> {
  const parts: string[] = []
  const decoder = new TextDecoder()
  let bytes = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  for await (const part of body ?? []) {
    onPart()
    bytes += part.length
    if (bytes > maxBytes) return undefined
    parts.push(decoder.decode(part, { stream: true }))
  }
  return parts.join('') + decoder.decode()
}
