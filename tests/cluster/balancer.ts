/** The machine with the load balancer: HAProxy with `deploy/ha/web.cfg`. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { until } from '../support/poll.ts'
import { mountsOf, type Place } from './database-machines.ts'
import { makeProgram, type Program } from './program.ts'

export const BALANCER = 'balancer'
export const BALANCER_URL = `https://${BALANCER}`

/** Next to the Debian root. */
const siteOf = (root: string): string => join(dirname(root), 'site')

/** Creates the site's certificate. Returns the file by which clients trust it. */
export function makeSiteCertificate(root: string): string {
  const site = siteOf(root)
  mkdirSync(site, { recursive: true })
  const [key, certificate] = [join(site, 'key.pem'), join(site, 'certificate.pem')]
  const what = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const name = [
    '-days',
    '30',
    '-subj',
    `/CN=${BALANCER}`,
    '-addext',
    `subjectAltName=DNS:${BALANCER}`,
  ]
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', [...what, ...name, ...files], { stdio: 'pipe' })
  const both = readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8')
  writeFileSync(join(site, 'site.pem'), both, { mode: 0o600 })
  return certificate
}

export function makeBalancer(place: Place): Program {
  const mounts = [
    ...mountsOf(place, BALANCER, ['/run', '/tmp']),
    [siteOf(place.root), '/etc/twofold/site'],
  ] as const
  return makeProgram({
    name: 'the load balancer',
    machine: BALANCER,
    logFile: join(place.folder, 'log', 'balancer.log'),
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    command: ['haproxy', '-db', '-f', '/etc/twofold/ha/web.cfg'],
    root: { path: place.root, user: 'root:root', mounts },
  })
}

/** Until it has found a process that serves. */
export async function untilBalancing(): Promise<void> {
  const url = `${BALANCER_URL}/api/health/serving/`
  const answers = (): Promise<boolean> => fetch(url).then(({ ok }) => ok)
  await until('the load balancer to answer', answers, { everyMs: 100 })
}
