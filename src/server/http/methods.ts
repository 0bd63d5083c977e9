import type { FastifyRequest } from 'fastify'
import { api } from '../../contract/routes.ts'

// The methods that an API path accepts, for 405 and its Allow header.

const patterns = Map.groupBy(Object.values(api), ({ path }) => path)
  .entries()
  .map(([path, endpoints]) => ({
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '/?')}$`),
    methods: endpoints.map(({ method }) => method),
  }))
  .toArray()

/** The methods that a path accepts, including HEAD with GET; empty if the API has no such path. */
export function allowedMethods({ url, server }: FastifyRequest): string[] {
  const path = url.split('?')[0] ?? ''
  const methods = patterns.filter(({ pattern }) => pattern.test(path)).flatMap((p) => p.methods)
  const allowed = new Set<string>(methods)
  // The document and its page are not part of the contract.
  const page = path.replace(/\/$/, '')
  if (page.startsWith('/api/') && server.hasRoute({ method: 'GET', url: page })) allowed.add('GET')
  if (allowed.has('GET')) allowed.add('HEAD')
  return [...allowed]
}
