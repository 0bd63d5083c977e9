import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOptions } from '../src/terminal/tool.ts'

// `npm run test:deploy`: checks the files in deploy/ with the tools that read them. If a tool isn't
// installed, its check is skipped, and the output says "not run".

type Check = { name: string; tool: string; commands: string[][] }

readOptions({ usage: 'Usage: npm run test:deploy', options: {} })

const root = fileURLToPath(new URL('..', import.meta.url))
const units = mkdtempSync(join(tmpdir(), 'twofold-units-'))
process.once('exit', () => rmSync(units, { recursive: true, force: true }))

/** A unit under its final name, with a program that exists. */
function instantiate(name: string, template = name): string {
  const path = join(units, name)
  const text = readFileSync(join(root, 'deploy/systemd', template), 'utf8')
  writeFileSync(path, text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
  return path
}

const services = [
  ...['web', 'ledger', 'chain', 'mail', 'worker'].map((role) =>
    instantiate(`twofold@${role}.service`, 'twofold@.service'),
  ),
  instantiate('twofold-migrate.service'),
  instantiate('twofold-drill.service'),
  instantiate('twofold-backup-seen.service'),
  instantiate('twofold-maintain.service'),
  ...['full', 'diff'].map((type) =>
    instantiate(`twofold-backup@${type}.service`, 'twofold-backup@.service'),
  ),
]
const others = [
  'twofold.target',
  'twofold-drill.timer',
  'twofold-backup-seen.timer',
  'twofold-maintain.timer',
  'twofold-backup@full.timer',
  'twofold-backup@diff.timer',
].map((name) => instantiate(name))

/** Exposure from 0 to 10, in tenths. */
const MAX_EXPOSURE = '20'
const SECURITY_OPTIONS = ['--no-pager', '--offline=true', `--threshold=${MAX_EXPOSURE}`]

const checks: Check[] = [
  {
    name: 'alert rules',
    tool: 'promtool',
    commands: [
      ['check', 'rules', 'deploy/monitoring/alerts.yml'],
      ['test', 'rules', 'deploy/monitoring/alerts.test.yml'],
    ],
  },
  {
    name: 'systemd units',
    tool: 'systemd-analyze',
    commands: [
      ['verify', '--man=no', ...services, ...others],
      ...services.map((unit) => ['security', ...SECURITY_OPTIONS, unit]),
    ],
  },
  { name: 'Kubernetes', tool: 'kubectl', commands: [['kustomize', 'deploy/kubernetes']] },
  {
    // Downloads the schemas.
    name: 'Kubernetes schemas',
    tool: 'kubeconform',
    commands: [['-strict', '-skip', 'Kustomization', 'deploy/kubernetes']],
  },
  {
    name: 'shell scripts',
    tool: 'sh',
    commands: [
      ...['create-roles', 'make-secrets', 'make-certificates'].map((name) => `compose/${name}`),
      'systemd/run-tool',
      'ha/patronictl',
    ].map(syntaxOf),
  },
]

function syntaxOf(name: string): string[] {
  return ['-n', `deploy/${name}.sh`]
}

const has = (tool: string): boolean => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0

/** The output of a check's first failing command; null if all succeed. */
function findFault({ tool, commands }: Check): string | null {
  for (const args of commands) {
    const { status, stdout, stderr } = spawnSync(tool, args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) return `${tool} ${args.join(' ')}\n${stdout}${stderr}`
  }
  return null
}

for (const check of checks) {
  if (!has(check.tool)) {
    process.stdout.write(`${check.name}: not run (${check.tool} is not installed)\n`)
    continue
  }
  const fault = findFault(check)
  process.stdout.write(`${check.name}: ${fault === null ? 'passed' : `failed\n${fault}`}\n`)
  if (fault !== null) process.exitCode = 1
}
