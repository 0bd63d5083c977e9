import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { EXAMPLE_SUPPORT } from '../../src/contract/pages.ts'
import { serveWeb } from '../../src/server/app/web-files.ts'

test('serves pages with this installation’s support channels', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'web-'))
  const app = Fastify()
  try {
    const { email, telegram, whatsapp } = EXAMPLE_SUPPORT
    const meta = `<meta name="support" content="${Object.values(EXAMPLE_SUPPORT).join(' ')}"/>`
    const links = `<a>${email}</a><a href="${telegram}"></a><a href="${whatsapp}"></a>`
    await writeFile(join(directory, 'index.html'), meta + links)
    const chat = 'https://t.me/help?a=1&b=2'
    await serveWeb(app, directory, { email: 'a"b@help.org', telegram: chat, whatsapp: '' })
    const { body } = await app.inject('/')
    const written = 'https://t.me/help?a=1&amp;b=2'
    expect(body).toBe(
      `<meta name="support" content="a&quot;b@help.org ${written} "/>` +
        `<a>a&quot;b@help.org</a><a href="${written}"></a><a href=""></a>`,
    )
  } finally {
    await app.close()
    await rm(directory, { recursive: true })
  }
})
