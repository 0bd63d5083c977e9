import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { post } from '../../../src/server/webhooks/post.ts'
import { resolveHost } from '../../../src/server/webhooks/resolve-host.ts'
import { isLong } from '../../support/scale.ts'

// Name servers that staff can't choose for us, but the owner of an endpoint's domain can.

const [A, AAAA] = [1, 28]
const never = { stopping: new AbortController().signal }

const sockets: Socket[] = []
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()))

/** A name server. Without an answer for a type of record, it says nothing. */
async function serveNames(records: ReadonlyMap<number, Buffer>) {
  const socket = createSocket('udp4')
  sockets.push(socket)
  let asked = 0
  socket.on('message', (query, { port, address }) => {
    asked += 1
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const type = question.readUInt16BE(question.length - 4)
    const record = records.get(type)
    if (record) socket.send(answerTo(query, question, type, record), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { servers: [`127.0.0.1:${socket.address().port}`], asked: () => asked }
}

function answerTo(query: Buffer, question: Buffer, type: number, record: Buffer): Buffer {
  const head = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
  query.copy(head, 0, 0, 2)
  const start = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 1, 0, record.length])
  return Buffer.concat([head, question, start, record])
}

const LOCAL = Buffer.from([10, 0, 0, 1])
const PUBLIC = Buffer.from('26064700470000000000000000001111', 'hex')

test('finds the addresses of both families', async () => {
  const both = new Map([
    [A, LOCAL],
    [AAAA, PUBLIC],
  ])
  const { servers } = await serveNames(both)
  expect(await resolveHost('hooks.example.com', servers)).toEqual([
    { address: '10.0.0.1', family: 4 },
    { address: '2606:4700:4700::1111', family: 6 },
  ])
  const reach = { allowLoopback: true, resolve: (host: string) => resolveHost(host, servers) }
  const sent = post(new URL('https://hooks.example.com/'), {}, '{}', reach, never)
  await expect(sent).rejects.toThrow('not public')
})

test.runIf(isLong)(
  'sends to the addresses of one family if no name server answers for the other',
  async () => {
    const { servers } = await serveNames(new Map([[A, LOCAL]]))
    const found = await resolveHost('hooks.example.com', servers)
    expect(found).toEqual([{ address: '10.0.0.1', family: 4 }])
  },
)

test.runIf(isLong)('keeps no other look-up waiting for dead name servers', async () => {
  const { servers, asked } = await serveNames(new Map())
  const codes: unknown[] = []
  const dead = Array.from({ length: 16 }, async () => {
    const { code } = await resolveHost('hooks.example.com', servers).then(
      () => ({ code: 'found' }),
      (error: { code?: string }) => error,
    )
    codes.push(code)
  })
  await expect.poll(asked).toBeGreaterThanOrEqual(32)
  await lookup('localhost')
  expect(codes).toEqual([])
  await Promise.all(dead)
  expect(new Set(codes)).toEqual(new Set(['ETIMEOUT']))
})

test('knows this machine’s own name without asking', async () => {
  expect(await resolveHost('localhost', ['127.0.0.1:9'])).toContainEqual({
    address: '127.0.0.1',
    family: 4,
  })
})
