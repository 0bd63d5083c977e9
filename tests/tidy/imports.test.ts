import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import ts from 'typescript'
import { everything, importsOf, parse, readText, sources, walk } from './sources.ts'

// Which room may import which: the architecture's table. A room may always import itself.
const allowed: Record<string, string[]> = {
  domain: [],
  proof: ['domain'],
  verify: ['proof', 'domain', 'tron'],
  contract: ['domain'],
  web: ['contract', 'domain', 'proof'],
  clock: [],
  traces: ['clock'],
  terminal: [],
  db: ['domain', 'traces'],
  tron: ['domain', 'terminal', 'traces', 'clock'],
  devnet: ['tron', 'domain'],
  server: ['domain', 'contract', 'db', 'tron', 'devnet', 'proof', 'terminal', 'traces', 'clock'],
}

const roomOf = (path: string): string => path.split('/')[1] ?? ''

/** The target of a relative import, from the root of the repository. */
const targetOf = (path: string, imported: string): string => join(dirname(path), imported)

function strangersOf(path: string): string[] {
  const room = roomOf(path)
  const rooms = [room, ...(allowed[room] ?? [])]
  return importsOf(path)
    .filter((imported) => imported.startsWith('.'))
    .filter((imported) => {
      const target = targetOf(path, imported)
      return !target.startsWith('src/') || !rooms.includes(roomOf(target))
    })
    .map((imported) => `${path} imports ${imported}`)
}

test('each room imports only the rooms it may', () => {
  expect(sources.filter((path) => !(roomOf(path) in allowed))).toEqual([])
  // The build writes the router's route types beside the sources.
  const strangers = sources.flatMap(strangersOf).filter((line) => !line.includes('/+types/'))
  expect(strangers).toEqual([])
})

// Folders within a room, lowest first. Each imports only those before it. '.' is the room's root.
const layers: Record<string, string[]> = {
  'src/domain': ['time', 'money', 'ledger', 'network', 'wallet', '.'],
  'src/tron': ['encoding', 'transaction', 'keys', 'signer', 'node', 'block', 'query', 'quorum'],
  'src/devnet': ['chain', 'http', '.'],
}

test.each(Object.entries(layers))('folders of %s import only the layers below', (room, order) => {
  const layerOf = (path: string): number => order.indexOf(relative(room, dirname(path)) || '.')
  const inRoom = sources.filter((path) => path.startsWith(`${room}/`))
  expect(inRoom.filter((path) => layerOf(path) < 0)).toEqual([])
  const upward = inRoom.flatMap((path) =>
    importsOf(path)
      .map((imported) => targetOf(path, imported))
      .filter((target) => target.startsWith(`${room}/`) && layerOf(target) > layerOf(path))
      .map((target) => `${path} imports ${target}`),
  )
  expect(upward).toEqual([])
})

function packagesOf(room: string): string[] {
  return sources
    .filter((path) => roomOf(path) === room)
    .flatMap((path) => importsOf(path).map((imported) => [path, imported] as const))
    .filter(([, imported]) => !imported.startsWith('.'))
    .map(([path, imported]) => `${path} imports ${imported}`)
}

test('the domain imports no package, the contract only zod, the web nothing of Node', () => {
  expect(packagesOf('domain')).toEqual([])
  expect(packagesOf('contract').filter((line) => !/ zod(\/mini)?$/.test(line))).toEqual([])
  expect(packagesOf('web').filter((line) => line.includes(' node:'))).toEqual([])
})

function importers(target: string): string[] {
  return sources.filter((path) =>
    importsOf(path).some((imported) => targetOf(path, imported) === target),
  )
}

test('nobody imports main', () => {
  expect(importers('src/server/app/main.ts')).toEqual([])
})

/** Whether a node loads a file: immediately with its own file, or by `import()`. */
function loads(path: string, node: ts.Node, target: string, lazily: boolean): boolean {
  const isLazy = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  const isEager = ts.isImportDeclaration(node) && node.importClause?.isTypeOnly !== true
  const named = lazily ? isLazy && node.arguments[0] : isEager && node.moduleSpecifier
  return named && ts.isStringLiteral(named) ? targetOf(path, named.text) === target : false
}

const loadersOf = (target: string, lazily: boolean): string[] =>
  importers(target).filter((path) => {
    let found = false
    walk(parse(path), (node) => (found ||= loads(path, node, target, lazily)))
    return found
  })

test.each(['src/devnet/devnet.ts', 'src/server/email/mailbox.ts'])(
  '%s is loaded on demand, in one place',
  (path) => {
    expect(loadersOf(path, false)).toEqual([])
    expect(loadersOf(path, true)).toEqual(['src/server/startup/local-services.ts'])
  },
)

test('imports name files with their ending', () => {
  const vague = everything.flatMap((path) =>
    importsOf(path)
      .filter((imported) => imported.startsWith('.') && !imported.includes('/+types/'))
      .filter((imported) => !/\.(tsx?|css|json|svg|po)(\?\w+)?$/.test(imported))
      .map((imported) => `${path} imports ${imported}`),
  )
  expect(vague).toEqual([])
})

/** The files that one of our files imports, including type imports. */
const filesFrom = (path: string): string[] =>
  importsOf(path)
    .filter((imported) => imported.startsWith('.'))
    .map((imported) => targetOf(path, imported))

// A room of the server is a folder. A file next to the folders is its own room.
const serverRoomOf = (path: string): string => {
  const folder = dirname(path)
  return folder === 'src/server' ? path : folder
}

type Edge = { from: string; to: string; why: string }

/** Imports between rooms of the server. */
function serverEdges(): Edge[] {
  return sources
    .filter((path) => path.startsWith('src/server/'))
    .flatMap((path) =>
      filesFrom(path)
        .filter((target) => target.startsWith('src/server/'))
        .map((target) => ({ from: serverRoomOf(path), to: serverRoomOf(target), path, target })),
    )
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, path, target }) => ({ from, to, why: `${path} imports ${target}` }))
}

/** The imports that are part of a cycle: the rest after removing rooms without one. */
function cyclicEdges(edges: readonly Edge[]): Edge[] {
  let rest = [...edges]
  for (;;) {
    const sourcesOfRest = new Set(rest.map(({ from }) => from))
    const targetsOfRest = new Set(rest.map(({ to }) => to))
    const kept = rest.filter(({ from, to }) => sourcesOfRest.has(to) && targetsOfRest.has(from))
    if (kept.length === rest.length) return kept
    rest = kept
  }
}

test('the rooms of the server form no cycle', () => {
  const edges = serverEdges()
  expect(edges.length).toBeGreaterThan(300)
  expect(cyclicEdges(edges).map(({ why }) => why)).toEqual([])
  const back = { from: 'src/server/book', to: 'src/server/app', why: 'book imports app' }
  expect(cyclicEdges([...edges, back])).toContain(back)
})

/** All packages that a file loads through its imports, except types. */
function packagesBehind(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return []
  seen.add(path)
  const packages: string[] = []
  walk(parse(path), (node) => {
    const named = ts.isImportDeclaration(node) && node.importClause?.isTypeOnly !== true
    if (!named || !ts.isStringLiteral(node.moduleSpecifier)) return
    const { text } = node.moduleSpecifier
    packages.push(...(text.startsWith('.') ? packagesBehind(targetOf(path, text), seen) : [text]))
  })
  return packages
}

test('an auditor’s tool needs no database, and no server', () => {
  const packages = new Set(packagesBehind('src/server/cli/audit-verify.ts'))
  expect([...packages].filter((name) => !name.startsWith('node:')).toSorted()).toEqual([
    '@noble/curves/ed25519.js',
    '@noble/curves/secp256k1.js',
    '@noble/hashes/sha2.js',
    '@noble/hashes/sha3.js',
    '@noble/hashes/utils.js',
    '@scure/base',
    'canonicalize',
    'zod',
  ])
})

// Only the HTTP edge turns a rejection into an answer. Operations throw the contract's `reject()`,
// which knows no transport.
const httpAnswers = ['problem', 'errors'].map((name) => `src/server/http/${name}.ts`)

test('only the edge turns a rejection into an HTTP answer', () => {
  const strangers = httpAnswers
    .flatMap(importers)
    .filter((path) => !/^src\/server\/(app|http)\//.test(path))
  expect(strangers).toEqual([])
})

test('functions that read the database return undefined instead of rejecting', () => {
  const reader = /^(read|find|count|show)[A-Z]/
  const throwing = sources
    .filter((path) => path.startsWith('src/server/') && readText(path).includes('reject'))
    .flatMap((path) => {
      const found: string[] = []
      walk(parse(path), (node) => {
        if (!ts.isFunctionDeclaration(node) || !reader.test(node.name?.text ?? '')) return
        if (!/\bDb\b/.test(node.parameters[0]?.type?.getText() ?? '')) return
        walk(node, (inner) => {
          if (!ts.isThrowStatement(inner) || !/\breject\w*\(/.test(inner.getText())) return
          found.push(`${path}: ${node.name?.text}`)
        })
      })
      return found
    })
  expect(throwing).toEqual([])
})
