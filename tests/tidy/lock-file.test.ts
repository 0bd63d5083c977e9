import { expect, test } from 'vitest'
import { readText } from './sources.ts'

type Entry = { version?: string; resolved?: string; optionalDependencies?: Record<string, string> }

const { packages }: { packages: Record<string, Entry> } = JSON.parse(readText('package-lock.json'))
const manifest: { dependencies: Record<string, string>; devDependencies: Record<string, string> } =
  JSON.parse(readText('package.json'))

/** Where Node would find it: beside its owner, or in any folder above. */
function isThere(owner: string, name: string): boolean {
  const folders = owner.split('node_modules/')
  return folders.some((_, depth) => {
    const above = folders.slice(0, folders.length - depth).join('node_modules/')
    const base = above === '' || above.endsWith('/') ? above : `${above}/`
    return `${base}node_modules/${name}` in packages
  })
}

test('the lock file has the programs of every platform', () => {
  const missing = Object.entries(packages).flatMap(([owner, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).filter((name) => !isThere(owner, name)),
  )
  expect(missing, 'run `npm run complete-lock`').toEqual([])
})

test('every dependency has one exact version', () => {
  const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    ([, version]) => !/^(npm:(@?[\w/.-]+)@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  )
  expect(loose).toEqual([])
})

test('packages come from the registry that npm is set to, and name no other', () => {
  const elsewhere = Object.values(packages)
    .map((entry) => entry.resolved ?? '')
    .filter((url) => url !== '' && !url.startsWith('https://registry.npmjs.org/'))
  expect(elsewhere).toEqual([])
})
