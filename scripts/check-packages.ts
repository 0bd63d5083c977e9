import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { faultsOf } from './package-floors.ts'

// `npm run check:packages`: where packages come from and with which hashes, that every one of them
// can be listed, and that none is older than the mending of a known fault. Another directory with
// a package.json and a package-lock.json can be named.

const directory = resolve(process.argv[2] ?? '.')

const lockFile = join(directory, 'package-lock.json')
const checks =
  '--type npm --allowed-hosts npm --validate-https --validate-integrity --validate-package-names'

const Bill = z.object({
  components: z.array(
    z.object({ group: z.string().optional(), name: z.string(), version: z.string() }),
  ),
})

function run(name: string, program: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: directory, encoding: 'utf8' })
  if (status === 0) return stdout
  process.stderr.write(`${name} failed:\n${stdout ?? ''}${stderr ?? ''}\n`)
  process.exit(1)
}

run('lockfile-lint', 'lockfile-lint', ['--path', lockFile, ...checks.split(' ')])
const bill = Bill.parse(
  JSON.parse(run('npm sbom', 'npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'])),
)
const packages = bill.components.map(({ group, name, version }) => ({
  name: group === undefined ? name : `${group}/${name}`,
  version,
}))
const faults = faultsOf(packages)
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`)
  process.exit(1)
}
process.stdout.write(`${packages.length} packages: sources, hashes, names and floors hold\n`)
