import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBrand } from '../../src/server/brand/brand.ts'

async function readText(text: string) {
  const directory = await mkdtemp(join(tmpdir(), 'brand-'))
  const file = join(directory, 'brand.json')
  try {
    await writeFile(file, text)
    return await readBrand(file)
  } finally {
    await rm(directory, { recursive: true })
  }
}

test('reads a brand, and refuses names that could break a page or a script', async () => {
  expect(await readText('{"name":"Casa Ñandú 2"}')).toEqual({ name: 'Casa Ñandú 2' })
  for (const name of ['', "Mom's", 'A<b', 'A"', 'a\\u0041`', ' A', 'A'.repeat(31)]) {
    await expect(readText(JSON.stringify({ name }))).rejects.toThrow(/isn't a brand. name:/)
  }
  await expect(readText('{"name":"A","colour":"red"}')).rejects.toThrow(/isn't a brand/)
  await expect(readText('{')).rejects.toThrow(/is no JSON/)
  await expect(readBrand('/nowhere/brand.json')).rejects.toThrow(/can't be read/)
})
