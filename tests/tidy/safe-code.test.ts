import ts from 'typescript'
import { expect, test } from 'vitest'
import { everything, filesWith, importsOf, parse, readText, sources, walk } from './sources.ts'

// What the product's code never does. docs/asvs.md refers to these tests.

const tools = everything.filter((path) => path.startsWith('scripts/'))
const webApps = sources.filter((path) => path.startsWith('src/web/'))
/** They answer their own page, which no other window can reach. */
const workers = ['src/verify/worker-full.ts', 'src/verify/worker.ts']

/** Each match in these files, as `path: match`. */
const find = (pattern: RegExp, paths: readonly string[]): string[] =>
  paths.flatMap((path) =>
    [...readText(path).matchAll(pattern)].map(([match, named]) => `${path}: ${named ?? match}`),
  )

/** Calls of functions with these names: `path: name(first argument)`. */
function callsOf(names: RegExp, paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const found: string[] = []
    walk(parse(path), (node) => {
      if (!ts.isCallExpression(node)) return
      const called = node.expression.getText()
      if (names.test(called))
        found.push(`${path}: ${called}(${node.arguments[0]?.getText() ?? ''})`)
    })
    return found
  })
}

test('starts programs without a shell', () => {
  const starters = filesWith(/from 'node:child_process'/, [...sources, ...tools])
  expect(starters.length).toBeGreaterThan(0)
  const named = find(/import \{([^}]+)\} from 'node:child_process'/g, starters).flatMap((line) =>
    line.replace(/^.*?: /, '').split(','),
  )
  const names = new Set(named.map((name) => name.trim()))
  // `exec` and `execSync` start a shell.
  const safe = ['execFile', 'fork', 'spawn', 'spawnSync', 'type ChildProcess']
  expect([...names].filter((name) => !safe.includes(name))).toEqual([])
  expect(find(/\bshell:\s*(?!\s|false)/g, starters)).toEqual([])
})

test('hashes with SHA-256, and encrypts with AES-256-GCM', () => {
  const hashes = /^(createHash|createHmac|hash|hkdfSync|pbkdf2(Sync)?|scrypt(Sync)?)$/
  const ciphers = /^create(Cipheriv|Decipheriv|Sign|Verify)$/
  const calls = [hashes, ciphers].flatMap((names) =>
    callsOf(names, filesWith(/from 'node:crypto'/, sources)),
  )
  expect(calls.length).toBeGreaterThan(10)
  const others = calls.filter((call) => !/\('(sha256|aes-256-gcm)'\)$/.test(call))
  expect(others.toSorted()).toEqual([
    // One-time codes, as in RFC 6238.
    "src/server/auth/totp.ts: createHmac('sha1')",
    "src/server/passwords/password.ts: hash('argon2id')",
  ])
  expect(find(/'SHA-1'|hashes\/legacy/g, sources)).toEqual([])
  const keys = /^(public|private)(Encrypt|Decrypt)$/
  expect(callsOf(keys, filesWith(/from 'node:crypto'/, sources))).toEqual([])
})

test('imports cryptography from known libraries only', () => {
  const names = sources.flatMap(importsOf).filter((name) => /^[^.]/.test(name))
  const known = /^(node:crypto$|jose$|@noble\/|@scure\/|@simplewebauthn\/)/
  const found = names.filter((name) =>
    /crypt|cipher|hash|sha\d|curve|ed25519|secp|ecdsa|jose|jwt|noble|scure|argon|webauthn/i.test(
      name,
    ),
  )
  expect(found.length).toBeGreaterThan(0)
  expect([...new Set(found)].filter((name) => !known.test(name))).toEqual([])
})

test('checks every certificate', () => {
  const unchecked = [
    /rejectUnauthorized:\s*(?!\s|true)/g,
    /NODE_TLS_REJECT_UNAUTHORIZED|sslmode=(?:no-verify|allow|prefer)/g,
    // That one accepts a certificate by its role instead of its host name.
    /checkServerIdentity:\s*(?!\s|requireLedgerCertificate)/g,
  ]
  expect(unchecked.flatMap((each) => find(each, [...sources, ...tools]))).toEqual([])
})

test('loads only its own modules and installed packages', () => {
  const loaded = [...sources, ...tools].flatMap((path) => {
    const found: string[] = []
    if (!/\bimport\(|\brequire\b/.test(readText(path))) return found
    walk(parse(path), (node) => {
      if (!ts.isCallExpression(node)) return
      const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword
      const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require'
      const [name] = node.arguments
      if ((isImport || isRequire) && !(name && ts.isStringLiteralLike(name))) {
        found.push(`${path}: ${name?.getText()}`)
      }
    })
    return found
  })
  // The binaries of PostgreSQL for this platform, by their package's name.
  expect(loaded).toEqual([
    'src/db/embedded/postgres-process.ts: pathToFileURL(near.resolve(name)).href',
  ])
  expect(find(/from 'node:vm'/g, sources)).toEqual([])
})

test('writes logs only to standard output and standard error', () => {
  const logs = callsOf(/^(pino|openLogOutput)$/, filesWith(/\b(pino|openLogOutput)\(/, sources))
  expect(logs.length).toBeGreaterThan(2)
  const outputs = logs.filter((call) => call.includes('openLogOutput('))
  expect(outputs.filter((call) => !/\([12]\)$/.test(call))).toEqual([])
  expect(find(/pino\.(?:transport|destination|file)|from 'pino-[^']+'/g, sources)).toEqual([])
})

test('the web apps listen to no other window, and embed none', () => {
  const listeners = find(/(\S*)addEventListener\(\s*'message'/g, sources)
  const own = /: (worker|channel)\.$/
  const others = listeners.filter((each) => !own.test(each))
  expect(others.toSorted()).toEqual(workers.map((path) => `${path}: `))
  expect(find(/\bonmessage\b|window\.(?:opener|parent|top)\b/g, sources)).toEqual([])
  expect(find(/<(?:object|embed|applet|iframe|frame)[\s>]/g, webApps.filter(isMarkup))).toEqual([])
})

const isMarkup = (path: string): boolean => path.endsWith('.tsx')

test('lets people paste into every field', () => {
  expect(find(/\bonPaste\b|'paste'|\bonBeforeInput\b/g, webApps)).toEqual([])
})
