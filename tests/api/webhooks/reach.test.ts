import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkUrl } from '../../../src/server/webhooks/check-url.ts'
import { post, type Reach } from '../../../src/server/webhooks/post.ts'
import { isPublic } from '../../../src/server/webhooks/public-address.ts'
import { openReceiver, type Receiver } from '../support/webhook-receiver.ts'
import { isLong } from '../../support/scale.ts'

// Staff choose the URL. It must not lead into our own network.

const inside = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://0/',
  'https://localhost/',
  'https://10.1.2.3/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://100.100.100.200/',
  'https://169.254.169.254/latest/meta-data/',
  'https://168.63.129.16/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fd00:ec2::254]/',
  'https://[ff02::1]/',
]

const never = { stopping: new AbortController().signal }
const production: Reach = { allowLoopback: false }

let receiver: Receiver
beforeAll(async () => void (receiver = await openReceiver()))
afterAll(() => receiver.close())

test.each(inside)('neither accepts nor sends to %s', async (url) => {
  await expect(checkUrl(url, production)).rejects.toMatchObject({
    details: { errors: { url: [{ code: 'webhook_url_private' }] } },
  })
  await expect(post(new URL(url), {}, '{}', production, never)).rejects.toThrow('not public')
})

test('accepts public addresses', () => {
  const shown = ['1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e']
  expect(shown.filter((address) => !isPublic(address))).toEqual([])
  expect(['fe80::1%eth0', '2606:4700::1%eth0', 'example.com', ''].filter(isPublic)).toEqual([])
})

test('refuses a name with any private address, also if it becomes private later', async () => {
  const answers = [['93.184.215.14'], ['127.0.0.1'], ['93.184.215.14', '10.0.0.1'], ['::1']]
  const asked: string[] = []
  const reach: Reach = {
    allowLoopback: false,
    resolve: async (host) => {
      asked.push(host)
      const found = answers.shift() ?? []
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
  }
  const { port } = new URL(receiver.url)
  const url = `https://hooks.example.com:${port}/`
  expect(await checkUrl(url, reach)).toBe(url)
  for (let look = 0; look < 4; look++) {
    await expect(post(new URL(url), {}, '{}', reach, never)).rejects.toThrow('not public')
  }
  expect(asked).toHaveLength(5)
  expect(receiver.received).toEqual([])
})

test('connects to the checked address, even if the name resolves differently by then', async () => {
  const { port } = new URL(receiver.url)
  let looks = 0
  const reach: Reach = {
    allowLoopback: true,
    resolve: async () => {
      looks += 1
      return [{ address: looks === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
    },
  }
  const url = new URL(`http://hooks.example.com:${port}/`)
  const answer = await post(url, {}, '{"hello":"there"}', reach, never)
  expect([answer.status, looks]).toEqual([200, 1])
  expect(receiver.received.at(-1)?.body).toBe('{"hello":"there"}')
})

test.each(['ann@', ':word@', 'ann:word@'])(
  'takes no address with a secret in it: %s',
  async (own) => {
    const refused = checkUrl(`https://${own}1.1.1.1/`, production)
    await expect(refused).rejects.toMatchObject({
      details: { errors: { url: [{ code: 'webhook_url_invalid' }] } },
    })
  },
)

test('sends without TLS only to this machine, and only in development', async () => {
  const { port } = new URL(receiver.url)
  const local = `http://127.0.0.1:${port}/hooks`
  expect(await checkUrl(local, { allowLoopback: true })).toBe(local)
  await expect(checkUrl(local, production)).rejects.toThrow('https')
  await expect(checkUrl('http://1.1.1.1/', { allowLoopback: true })).rejects.toThrow('public')
  await expect(post(new URL(local), {}, '{}', production, never)).rejects.toThrow('not public')
})

test('reads at most a kilobyte of an answer', async () => {
  const endless = await openReceiver((_received, response) => {
    response.writeHead(200)
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  try {
    const reach = { allowLoopback: true }
    const { status, body } = await post(new URL(endless.url), {}, '{}', reach, never)
    expect([status, body.length]).toEqual([200, 1_024])
  } finally {
    await endless.close()
  }
})

test.runIf(isLong)('names the timeout when an endpoint doesn’t answer in time', async () => {
  const silent = await openReceiver(() => new Promise(() => {}))
  try {
    const sent = post(new URL(silent.url), {}, '{}', { allowLoopback: true }, never)
    await expect(sent).rejects.toMatchObject({ name: 'TimeoutError' })
  } finally {
    await silent.close()
  }
})

test('fails when the answer tries to switch protocols', async () => {
  const server = createServer((socket) => {
    const answer = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'
    socket.on('error', () => {}).once('data', () => socket.write(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  try {
    const url = new URL(`http://127.0.0.1:${port}/`)
    const { status } = await post(url, {}, '{}', { allowLoopback: true }, never)
    expect(status).toBe(101)
  } finally {
    server.close()
  }
})
