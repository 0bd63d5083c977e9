import { expect, test } from 'vitest'
import { filesBelow, readText } from './sources.ts'

// Everyone on a machine can read the arguments of a process, so none of our commands has a secret
// there. They use files, the environment, or standard input.

const SECRET = String.raw`\w*(?:pass(?:word|phrase)?|secret|token|private_?key)\w*`

const PATTERNS = [
  // --set owner="$(password owner)", --restored "postgresql://postgres:$(cat secrets/password)@…
  String.raw`(?:^|\s)--?[\w-]+[= ]\S*\$\([^)]*${SECRET}`,
  String.raw`(?:^|\s)--?[\w-]+[= ]\S*\$\{?${SECRET}\b(?!_FILE)`,
  // --restored postgresql://role:password@host/database
  String.raw`(?:^|\s)--?[\w-]+[= ]["']?\w+://[^\s:/@]*:[^\s@]+@`,
  // psql --command "alter role …", as "alter role twofold_web password '…'"
  String.raw`(?:--command|\s-c)[= ]["'](?:alter|create) (?:role|user) (?!\w+ in database)`,
  String.raw`(?:^|\s)--${SECRET}[= ](?!FILE|/|-|<)\S`,
  // docker run --env PASSWORD=…, kubectl create secret generic --from-literal=…
  String.raw`(?:^|\s)(?:-e|--env)[= ]["']?${SECRET}=`,
  String.raw`--from-literal`,
  String.raw`--(?:xpub|words|mnemonic)[= ](?!FILE)\w`,
  String.raw`curl\b.*\s(?:-u|--user)[= ]\S+:\S`,
  String.raw`(?:^|\s)(?:-H|--header)[= ]["']?(?:authorization|x-\w*key)`,
  String.raw`\bsshpass -p`,
].map((source) => new RegExp(source, 'i'))

const SAFE = /--set ON_ERROR_STOP|--password-file/g

const showsSecret = (line: string): boolean => {
  const rest = line.replaceAll(SAFE, '')
  return PATTERNS.some((pattern) => pattern.test(rest))
}

const paths = [
  'README.md',
  'CONTRIBUTING.md',
  'Dockerfile',
  'compose.yml',
  ...filesBelow('deploy'),
  ...filesBelow('docs').filter((path) => /\.(md|sh)$/.test(path)),
  ...filesBelow('.github'),
].filter((path) => !/\.(svg|json)$/.test(path))

test('no command of ours has a secret among its arguments', () => {
  expect(paths.length).toBeGreaterThan(100)
  const found = paths.flatMap((path) =>
    readText(path)
      // The next line may continue a command.
      .replaceAll(/\\\n\s*/g, ' ')
      .split('\n')
      .filter(showsSecret)
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

test.each([
  `psql --set owner="$(password owner)" --set web="$(password web)"`,
  'drill.ts --restored "postgresql://postgres:$(cat secrets/postgres_password)@drill/twofold"',
  'npm run drill -- --restored postgres://postgres:secret@drill/twofold',
  `docker compose exec postgres psql --username postgres --command "alter role …"`,
  'tool --password hunter2',
  'npm run wallet -- trust --house KEY --xpub XPUB',
  'docker run --env POSTGRES_PASSWORD=abc postgres:18',
  'kubectl create secret generic a --from-literal=b=c',
  `curl -H 'Authorization: Bearer tfk_…' https://example.com`,
  'curl --user name:word https://example.com',
  'pg_basebackup --dbname "$DATABASE_PASSWORD"',
])('finds the secret in %s', (line) => {
  expect(showsSecret(line)).toBe(true)
})

test.each([
  'write postgres_password "$(openssl rand -hex 24)"',
  `owner="$(password owner)" web="$(password web)"`,
  `psql --username postgres --command '\\password twofold_web'`,
  'postgresql://postgres:$(cat deploy/compose/secrets/postgres_password)@drill/twofold',
  'kubectl create secret generic twofold-web --from-file=secrets/web',
  'export DATABASE_OWNER_URL=postgresql://twofold_owner:PASSWORD@127.0.0.1/twofold',
  'npm run log -- approve --password-file FILE',
  'npm run wallet -- trust --house KEY --xpub FILE',
  'psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER"',
  'docker compose exec --env PGPASSWORD web node a.ts',
])('accepts %s', (line) => {
  expect(showsSecret(line)).toBe(false)
})
