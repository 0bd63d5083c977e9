import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { EXAMPLE_SUPPORT } from '../../src/contract/pages.ts'
import { serveWeb } from '../../src/server/http/web-files.ts'

test('pages are served with the address of this installation’s support', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'web-'))
  const app = Fastify()
  try {
    const head = `<meta name="support" content="${EXAMPLE_SUPPORT}"/>`
    await writeFile(join(directory, 'index.html'), `${head}<a>${EXAMPLE_SUPPORT}</a>`)
    await serveWeb(app, directory, 'a"b@help.org')
    const { body } = await app.inject('/')
    expect(body).toBe('<meta name="support" content="a&quot;b@help.org"/><a>a&quot;b@help.org</a>')
  } finally {
    await app.close()
    await rm(directory, { recursive: true })
  }
})
