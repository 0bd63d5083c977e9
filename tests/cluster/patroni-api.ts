/** Changes through Patroni's API, which need its password. */
import { DATABASE_MACHINES, environmentOf, settingsOf, type Place } from './database-machines.ts'

/** The status of a change of the configuration. */
async function patch({ machines }: Place, name: string, change: object, password?: string) {
  const url = `http://${machines.get(name)?.address}:8008/config`
  const login = Buffer.from(`patroni:${password}`).toString('base64')
  const headers = password === undefined ? {} : { authorization: `Basic ${login}` }
  const body = JSON.stringify(change)
  return (await fetch(url, { method: 'PATCH', headers, body })).status
}

/** Throws if Patroni refuses the change. */
export async function changeConfig(place: Place, name: string, change: object): Promise<void> {
  const password = environmentOf(settingsOf(place, name)).PATRONI_RESTAPI_PASSWORD
  const status = await patch(place, name, change, password)
  if (status !== 200) throw new Error(`Patroni's configuration: ${status}`)
}

/** Throws if a machine of the product could change the configuration, and so run commands. */
export async function requirePassword(place: Place): Promise<void> {
  // The value that the file sets.
  const change = { ttl: 20 }
  for (const name of DATABASE_MACHINES) {
    for (const password of [undefined, 'guess']) {
      const status = await patch(place, name, change, password)
      if (status !== 401) throw new Error(`Patroni of ${name} without its password: ${status}`)
    }
    await changeConfig(place, name, change)
  }
}
