// The parts of our own OpenAPI document that we read, and how we cut it for its readers.

export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

type Content = Record<string, { schema: Schema; example?: unknown }>
export type Parameter = {
  $ref?: string
  name: string
  in: string
  required: boolean
  description: string
  schema: Schema
}
export type Operation = {
  operationId: string
  summary: string
  description: string
  tags: [string]
  security: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type Components = {
  schemas: Record<string, Schema>
  parameters: Record<string, Parameter>
} & Record<string, Record<string, unknown>>

export type Document = {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  /** Our webhook requests, by type. */
  webhooks: Record<string, { post: Operation }>
  components: Components
}

const reference = /"#\/components\/(\w+)\/([^"]+)"/g

/** The call that sets up webhooks. Its readers also need the webhook events. */
const WEBHOOKS_PATH = '/api/operator/webhooks/'

/**
 * The part of the document for some of its paths: those paths, their tags, and everything they
 * refer to.
 */
export function cutDocument(document: Document, keep: (path: string) => boolean): Document {
  const { paths, components, tags } = document
  const kept = Object.fromEntries(Object.entries(paths).filter(([path]) => keep(path)))
  const named = new Set<string>()
  const webhooks = keep(WEBHOOKS_PATH) ? document.webhooks : {}
  const waiting: unknown[] = [kept, webhooks]
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    for (const [, group = '', name = ''] of JSON.stringify(each).matchAll(reference)) {
      const found = components[group]?.[name]
      if (found === undefined || named.has(`${group}/${name}`)) continue
      named.add(`${group}/${name}`)
      waiting.push(found)
    }
  }
  const left = <T>(group: string, all: Record<string, T>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(all).filter(
        ([name]) => group === 'securitySchemes' || named.has(`${group}/${name}`),
      ),
    )
  const rest = Object.entries(components).map(([group, all]) => [group, left(group, all)] as const)
  const used = new Set(
    [...operationsOf(kept), ...operationsOf(webhooks)].map(({ operation }) => operation.tags[0]),
  )
  return {
    ...document,
    tags: tags.filter(({ name }) => used.has(name)),
    paths: kept,
    webhooks,
    components: {
      ...Object.fromEntries(rest),
      schemas: left('schemas', components.schemas),
      parameters: left('parameters', components.parameters),
    },
  }
}

/** Every operation with its method and path. */
export const operationsOf = (paths: Document['paths'] | Document['webhooks']) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
