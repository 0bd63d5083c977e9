import { expect, test } from 'vitest'
import { readText } from './sources.ts'

type Entry = {
  version?: string
  resolved?: string
  integrity?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readText('package-lock.json')) as {
  packages: Record<string, Entry>
}
type Manifest = {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}
const manifest = JSON.parse(readText('package.json')) as Manifest
const locked = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/'))
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13)

/** Where Node would find it: next to its owner, or in any folder above. */
function isThere(owner: string, name: string): boolean {
  const folders = owner.split('node_modules/')
  return folders.some((_, depth) => {
    const above = folders.slice(0, folders.length - depth).join('node_modules/')
    const base = above === '' || above.endsWith('/') ? above : `${above}/`
    return `${base}node_modules/${name}` in packages
  })
}

test('the lock file covers every platform', () => {
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

// Programs for other platforms are added by name where a registry doesn't offer them.
const isForeign = ({ optional, os, cpu, resolved }: Entry): boolean =>
  optional === true && (os ?? cpu) !== undefined && resolved === undefined

test('every package is locked by a hash', () => {
  const bare = locked.filter(
    ([, entry]) => !isForeign(entry) && !/^sha512-[\w+/]{86}==$/.test(entry.integrity ?? ''),
  )
  expect(bare.map(([path]) => path)).toEqual([])
})

test('the lock file and the manifest name the same versions', () => {
  const root = packages[''] as Partial<Manifest>
  expect(root.dependencies).toEqual(manifest.dependencies)
  expect(root.devDependencies).toEqual(manifest.devDependencies)
})

test('install scripts run for the listed packages only', () => {
  const scripted = locked.filter(([, entry]) => entry.hasInstallScript).map(([path]) => path)
  const allowed = Object.keys(manifest.allowScripts)
  expect(scripted.map(nameOf).filter((name) => !allowed.includes(name))).toEqual([])
})
