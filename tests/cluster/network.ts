/** One network namespace for each machine of the cluster, all on one bridge. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The address of the test itself, with the TRON network and the mailbox. */
export const HUB = '10.77.0.1'

export type Machine = { readonly name: string; readonly address: string }

const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'pipe' })

const cable = (name: string): string => `v-${name}`

/** The settings of a file for `/etc/sysctl.d`, as paths below `/proc/sys`. */
function readSettings(path: string): (readonly [path: string, value: string])[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [, name, value] = /^([\w.]+) = (\S+)$/.exec(line) ?? []
    return name && value ? [[`/proc/sys/${name.replaceAll('.', '/')}`, value] as const] : []
  })
}

/**
 * Creates the bridge and its machines. Called once, in a namespace that ends with the test.
 * @param settings a file for `/etc/sysctl.d`
 */
export function layNetwork(names: readonly string[], settings: string): Map<string, Machine> {
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run'])
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'hub', 'type', 'bridge')
  ip('addr', 'add', `${HUB}/24`, 'dev', 'hub')
  ip('link', 'set', 'hub', 'up')
  const machines = names.map((name, index) => ({ name, address: `10.77.0.${11 + index}` }))
  for (const { name, address } of machines) {
    ip('netns', 'add', name)
    ip('link', 'add', cable(name), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    ip('link', 'set', cable(name), 'master', 'hub', 'up')
    ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    ip('-n', name, 'link', 'set', 'eth0', 'up')
    ip('-n', name, 'link', 'set', 'lo', 'up')
    for (const [path, value] of readSettings(settings)) {
      ip('netns', 'exec', name, 'sh', '-c', `echo ${value} > ${path}`)
    }
  }
  return new Map(machines.map((machine) => [machine.name, machine]))
}

/** Unplugs a machine from the network. Its packets vanish without any error. */
export const unplug = (name: string): void => ip('link', 'set', cable(name), 'nomaster')

export const plugIn = (name: string): void => ip('link', 'set', cable(name), 'master', 'hub')

/** The processes of a machine. */
export function processesOf(name: string): number[] {
  const text = execFileSync('ip', ['netns', 'pids', name], { encoding: 'utf8' })
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(Number)
}
