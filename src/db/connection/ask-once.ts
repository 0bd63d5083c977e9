import { Client, type ClientConfig } from 'pg'

/**
 * Asks a database through a connection of its own, without a pool. Undefined if the database can't
 * be reached, or answers with an error.
 */
export async function askOnce<T>(
  config: ClientConfig,
  ask: (client: Client) => Promise<T>,
): Promise<T | undefined> {
  const client = new Client(config)
  client.on('error', () => {})
  try {
    await client.connect()
    return await ask(client)
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}
