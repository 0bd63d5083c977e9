import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPool } from '../../src/db/pool.ts'
import { requireConnection } from '../../src/server/startup/require-connection.ts'
import { openAuthority } from '../book/port/certificates.ts'

test('says that the database’s certificate is not the expected one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'twofold-certificate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [ours, theirs] = [openAuthority('ours'), openAuthority('theirs')]
  const ca = join(folder, 'ca')
  writeFileSync(ca, ours.ca)
  // As PostgreSQL does: a client first asks whether it may use TLS.
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      const secureContext = createSecureContext(theirs.issue(['web']))
      new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => {})
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const ssl = `sslmode=verify-full&sslrootcert=${ca}`
  const connectionString = `postgresql://web:secret@127.0.0.1:${port}/twofold?${ssl}`
  const pool = openPool({ connectionString, name: 'certificate', maxConnections: 1 })
  onTestFinished(() => pool.end())
  const sentence =
    /^Can't connect to the database: [a-z ]+\. Check DATABASE_URL, and the file in its ssl\w+\.$/
  await expect(requireConnection(pool, 'DATABASE_URL')).rejects.toThrow(sentence)
})
