/**
 * The pages of a list, until one isn't full. Reads the next page only when the caller asks for it,
 * and none after the last one.
 * @param size how many items a full page has
 * @param readPage returns up to `size` items after the last one
 */
export async function* pagesOf<T>(
  size: number,
  readPage: (last: T | undefined) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[], void, void> {
  let page: readonly T[] = []
  do {
    page = await readPage(page.at(-1))
    if (page.length > 0) yield page
  } while (page.length >= size)
}
