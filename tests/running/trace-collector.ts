/** An OpenTelemetry collector that accepts traces over OTLP/HTTP in JSON. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const Attributes = z
  .array(
    z.object({
      key: z.string(),
      value: z.object({
        stringValue: z.string().optional(),
        intValue: z.union([z.number(), z.string()]).optional(),
        doubleValue: z.number().optional(),
      }),
    }),
  )
  .default([])
  .transform((all) =>
    Object.fromEntries(
      all.map(({ key, value: { stringValue, intValue, doubleValue } }) => [
        key,
        stringValue ?? Number(intValue ?? doubleValue),
      ]),
    ),
  )

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: Attributes,
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
})
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

/** A span, and the role of the process that made it. */
export type CollectedSpan = z.infer<typeof Span> & { readonly role: string }

export type Collector = {
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** Everything that arrived, unchanged. */
  sent(): string
  headers(): readonly (string | undefined)[]
  stop(): Promise<void>
}

/** @param header the header whose values to record */
export async function openCollector(header = 'x-key'): Promise<Collector> {
  const bodies: string[] = []
  const headers: (string | undefined)[] = []
  const spans: CollectedSpan[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url !== '/v1/traces') return response.writeHead(404).end()
      bodies.push(body)
      headers.push(String(request.headers[header]))
      for (const { resource, scopeSpans } of Export.parse(JSON.parse(body)).resourceSpans) {
        const role = String(resource.attributes['twofold.role'])
        for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push({ ...span, role })
      }
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    sent: () => bodies.join('\n'),
    headers: () => headers,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
