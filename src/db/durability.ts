import type { Pool } from 'pg'

// A commit that the server has confirmed must survive a power cut, because members see it as money.

export type Durability = { fsync: string; full_page_writes: string; synchronous_commit: string }

/** Settings that may make a server lose confirmed commits, as `name = value`. */
export function findUnsafe(settings: Durability): string[] {
  return Object.entries(settings)
    .filter(([, value]) => value === 'off')
    .map(([name, value]) => `${name} = ${value}`)
}

/** The settings in force for this pool's role. */
export async function readDurability(pool: Pool): Promise<Durability> {
  const { rows } = await pool.query<Durability>(
    `select current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit`,
  )
  const [settings] = rows
  if (!settings) throw new Error('The database does not say how it keeps what it confirms.')
  return settings
}
