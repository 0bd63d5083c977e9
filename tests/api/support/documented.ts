import { errorsOf, preRoutingErrors, statusIn } from '../../../src/contract/call-errors.ts'
import { Problem } from '../../../src/contract/refusals/problem.ts'
import { api, type CallName } from '../../../src/contract/routes.ts'

// Every refusal that any test provokes is held against the contract: one that its call does not
// list fails the test that met it.

const patterns = (Object.keys(api) as CallName[]).map((name) => {
  const { method, path } = api[name]
  const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace(/\/$/, '/?')}$`)
  return { name, method, pattern }
})

/** The call that a request means; undefined when the contract has none. */
function callOf(method: string, url: string): CallName | undefined {
  const path = url.split('?')[0] ?? ''
  const asked = method === 'HEAD' ? 'GET' : method
  return patterns.find((each) => each.method === asked && each.pattern.test(path))?.name
}

/** Throws when a call of the contract refuses with what it does not list, or with its status. */
export function requireDocumented(method: string, url: string, status: number, body: unknown) {
  const name = callOf(method, url)
  const problem = Problem.safeParse(body)
  if (status < 400 || name === undefined || !problem.success) return
  const { code } = problem.data
  const listed = errorsOf(name).find((each) => each === code)
  if (listed === undefined && (preRoutingErrors as readonly string[]).includes(code)) return
  if (listed === undefined) throw new Error(`${name} answers ${code}, which it does not list`)
  const expected = statusIn(name, listed)
  if (status !== expected) throw new Error(`${name} answers ${code} with ${status}`)
}
