import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

// What each route and lazy chunk of the built app adds to what is already loaded, read from the
// files themselves, because a page may already have fetched some of them by chance.

const folder = new URL('../../../../build/client/assets/', import.meta.url)

const STATIC = /(?:\bfrom|\bimport)\s*["'`]\.\/([\w.-]+\.js)["'`]/g
const DYNAMIC = /\bimport\(\s*["'`]\.\/([\w.-]+\.js)["'`]/g

type Chunk = { bytes: number; imports: string[]; parts: string[] }
type Weight = { name: string; bytes: number }

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

function readChunk(name: string): Chunk {
  const body = readFileSync(new URL(name, folder))
  const text = body.toString()
  const bytes = gzipSync(body, { level: 9 }).length
  return { bytes, imports: namesIn(text, STATIC), parts: namesIn(text, DYNAMIC) }
}

type Manifest = Record<string, { id: string; parentId?: string; module: string; path?: string }>

/** The app's routes from its own manifest, with the file of each. */
function readRoutes(files: string[]): { path: string; parent: string; id: string; file: string }[] {
  const name = files.find((file) => /^manifest-.*\.js$/.test(file)) ?? ''
  const text = readFileSync(new URL(name, folder), 'utf8')
  const { routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
    routes: Manifest
  }
  return Object.values(routes).map(({ id, parentId = '', module, path = '' }) => {
    return { id, parent: parentId, path, file: module.replace('/assets/', '') }
  })
}

const reachOf =
  (chunks: Map<string, Chunk>) =>
  (names: string[], found = new Set<string>()): Set<string> => {
    const follow = reachOf(chunks)
    for (const name of names) {
      if (found.has(name)) continue
      found.add(name)
      follow(chunks.get(name)?.imports ?? [], found)
    }
    return found
  }

const MEMBERS = 'members'
/** What a signed-in member's first page fetches automatically. */
const OF_MEMBERS = /^(?:afterwards|member-area)-/
const CORE = /^member-area-/

/** What every route and every lazy part adds to what is loaded before it, heaviest first. */
export function weighLateParts(): Weight[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const chunks = new Map(files.map((name) => [name, readChunk(name)]))
  const reach = reachOf(chunks)
  const routes = readRoutes(files)
  const fileOf = (id: string) => routes.find((route) => route.id === id)?.file ?? ''
  const start = files.filter((name) => name.startsWith('entry.client'))
  const visitors = reach([...start, fileOf('root')])
  const own = [MEMBERS, 'dashboard'].map(fileOf)
  const members = reach(
    [...own, ...files.filter((name) => OF_MEMBERS.test(name))],
    new Set(visitors),
  )

  const dashboard = fileOf('dashboard')
  const isOpener = (file: string, there: Set<string>) => there.has(dashboard) || !CORE.test(file)
  const weights: Weight[] = []
  const add = (name: string, file: string, there: Set<string>, depth = 0): void => {
    const here = reach([file], new Set(there))
    const added = [...here].filter((each) => !there.has(each))
    const bytes = added.reduce((sum, each) => sum + (chunks.get(each)?.bytes ?? 0), 0)
    weights.push({ name, bytes })
    // A dialog may open another one, but no chunk opens from deeper than that.
    if (depth === 2) return
    // Visitor pages may use parts that member pages share, and open none of their own.
    const opening = [...here].filter((each) => isOpener(each, there))
    const parts = new Set(opening.flatMap((each) => chunks.get(each)?.parts ?? []))
    for (const part of parts) {
      if (!here.has(part) && !OF_MEMBERS.test(part)) add(part, part, here, depth + 1)
    }
  }
  add('what all member pages share', fileOf(MEMBERS), visitors, 2)
  for (const { path, parent, file } of routes) {
    if (path !== '') add(`/${path}`, file, parent === MEMBERS ? members : visitors)
  }
  return mergeSame(weights).toSorted((a, b) => b.bytes - a.bytes)
}

/** A chunk that several pages open counts where it weighs most. */
function mergeSame(weights: Weight[]): Weight[] {
  const most = new Map<string, number>()
  for (const { name, bytes } of weights) {
    const stem = name.replace(/-[\w-]{8}\.js$/, '')
    if (bytes > (most.get(stem) ?? -1)) most.set(stem, bytes)
  }
  return [...most].map(([name, bytes]) => ({ name, bytes }))
}
