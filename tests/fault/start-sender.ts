import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { TestDatabase } from '../support/database.ts'
import { until } from '../support/poll.ts'
import { programEnv } from '../support/run-program.ts'

/** A process that sends emails or webhooks, and what it printed. */
export type Sender = { readonly process: ChildProcess; readonly said: () => string }

/** Starts a sender, and waits until it runs. The caller ends what it adds to `senders`. */
export async function startSender(
  program: URL,
  args: readonly string[],
  senders: ChildProcess[],
): Promise<Sender> {
  const stdio = ['pipe', 'pipe', 2] as const
  const sender = spawn(process.execPath, [fileURLToPath(program), ...args], {
    env: programEnv,
    stdio: [...stdio],
  })
  senders.push(sender)
  let said = ''
  sender.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
  await until('a sender to start', () => said.includes('started'))
  return { process: sender, said: () => said }
}

/**
 * Kills senders, and waits for the end of their connections: PostgreSQL still carries out what a
 * killed process has asked, such as to lease the next test's email.
 */
export async function endSenders({ db }: TestDatabase, senders: ChildProcess[]): Promise<void> {
  await Promise.all(
    senders.splice(0).map(async (sender) => {
      const ended = once(sender, 'exit')
      if (sender.kill('SIGKILL')) await ended
    }),
  )
  await until('the connections of killed senders to end', async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and application_name like '% sender'`.execute(db)
    return rows.length === 0
  })
}
