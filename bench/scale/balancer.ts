/** HAProxy in front of web processes, with the product's `deploy/ha/web.cfg`. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '../../tests/support/poll.ts'
import { freePort } from '../../tests/support/ports.ts'
import type { RoleProcess } from './fleet.ts'

const file = fileURLToPath(new URL('../../deploy/ha/web.cfg', import.meta.url))

export const hasBalancer = (): boolean => spawnSync('haproxy', ['-v']).status === 0

export type Balancer = { readonly port: number; readonly close: () => Promise<void> }

/** Without TLS, which the processes don't do either. */
export async function startBalancer(webs: readonly RoleProcess[]): Promise<Balancer> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'twofold-bench-balancer-'))
  const path = join(folder, 'web.cfg')
  await writeFile(path, settingsFor(await readFile(file, 'utf8'), port, webs))
  // Linux ends it when we do.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'haproxy', '-db', '-f', path], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const answers = async (): Promise<boolean> => {
    const url = `http://127.0.0.1:${port}/api/health/live/`
    return fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('HAProxy ended')))
  await Promise.race([until('HAProxy to answer', answers, { everyMs: 50 }), failed])
  return {
    port,
    async close() {
      child.kill('SIGKILL')
      await failed.catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The file with another address, and with these processes instead of its own. */
function settingsFor(text: string, port: number, webs: readonly RoleProcess[]): string {
  const servers = webs.map((web, i) => `  server web${i + 1} 127.0.0.1:${web.port}`).join('\n')
  return text
    .replace(/^  bind .*$/m, `  bind 127.0.0.1:${port}`)
    .replaceAll(/^  server web1 .*\n  server web2 .*$/gm, servers)
}
