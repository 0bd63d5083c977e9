import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
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
