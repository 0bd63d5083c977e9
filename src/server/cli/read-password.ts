import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** An operator's password: from a file if one is named, or else typed without being shown. */
export async function readPassword(operator: string, file: string | undefined): Promise<string> {
  if (file !== undefined) return (await readFile(file, 'utf8')).replace(/\r?\n$/, '')
  process.stderr.write(`Password of ${operator}: `)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const { stdin: input } = process
  const lines = createInterface({ input, output: silent, terminal: input.isTTY })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
