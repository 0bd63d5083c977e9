import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readOptions } from '../src/terminal/tool.ts'

// `npm run complete-lock`, after each change of dependencies. Programs such as the bundler come as
// one optional package per platform. If a registry doesn't offer all of them, npm leaves the
// missing ones out of package-lock.json, and `npm ci` then rejects the file everywhere. This adds
// them back by name, version and platform. npm then fetches the ones that a platform needs and
// skips the rest.

type Entry = {
  version?: string
  dev?: boolean
  peer?: boolean
  optional?: boolean
  optionalDependencies?: Record<string, string>
}
type Platform = { os?: string[]; cpu: string[]; libc?: string[] }

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

const usage = 'Usage: npm run complete-lock [-- FILE]'
const [file = 'package-lock.json'] = readOptions({ usage, options: {}, words: 1 }).positionals
const path = resolve(file)
type Lock = { packages: Record<string, Entry> }
const lock = JSON.parse(readFileSync(path, 'utf8')) as Lock
let added = 0
for (const [owner, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const platform = platformOf(name)
    if (platform === null || !/^\d/.test(version)) continue
    const key = placeBeside(owner, name)
    if (lock.packages[key] !== undefined) continue
    const dev = entry.dev === true ? { dev: true } : {}
    const peer = entry.peer === true ? { peer: true } : {}
    lock.packages[key] = { version, ...platform, ...dev, optional: true, ...peer }
    added += 1
  }
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1))
writeFileSync(
  path,
  `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`,
)
process.stdout.write(`${added} packages of other platforms added\n`)

/** Two versions of a bundler may be installed at once. Each has its own programs next to it. */
function placeBeside(owner: string, name: string): string {
  return `${owner.slice(0, owner.lastIndexOf('node_modules/'))}node_modules/${name}`
}

function platformOf(name: string): Platform | null {
  const words = name.replace('@', '').split(/[-/]/)
  const cpu = processors.find((known) => words.includes(known))
  if (cpu === undefined) return null
  const windows = words.includes('win32') || words.includes('windows')
  const os = windows ? 'win32' : systems.find((known) => words.includes(known))
  const libc = /linux.*-musl/.test(name) ? 'musl' : /linux.*-gnu/.test(name) ? 'glibc' : null
  return {
    ...(os === undefined ? {} : { os: [os] }),
    cpu: [cpu],
    ...(libc === null ? {} : { libc: [libc] }),
  }
}
