import type { Config } from '../config.ts'

const privateHosts =
  /^(localhost|127\..*|10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|\[::1\]|\[f[cd].*\])$/i
const testNetworks = /(^|[.-])(nile|shasta)([.-]|$)/i

/** Whether coins that come in here are worth something: in production, on a public main network. */
export function hasRealMoney({ production, tronApiUrls }: Config): boolean {
  if (!production || tronApiUrls === null) return false
  return tronApiUrls.some((url) => {
    const host = URL.parse(url)?.hostname ?? ''
    return !privateHosts.test(host) && !testNetworks.test(host)
  })
}
