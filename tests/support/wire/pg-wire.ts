/** Splits one direction of a PostgreSQL connection into whole messages. */
export class WholeMessages {
  private rest: Buffer = Buffer.alloc(0)
  private hasType: boolean

  /** @param sender a client's first message (start-up, or a request for encryption) has no type */
  constructor(sender: 'client' | 'server') {
    this.hasType = sender === 'server'
  }

  /** The messages that are complete now, in order. An incomplete one waits for its end. */
  push(chunk: Buffer): WireMessage[] {
    this.rest = Buffer.concat([this.rest, chunk])
    const messages: WireMessage[] = []
    for (;;) {
      const head = this.hasType ? 1 : 0
      if (this.rest.length < head + 4) return messages
      const length = head + this.rest.readUInt32BE(head)
      if (this.rest.length < length) return messages
      const bytes = this.rest.subarray(0, length)
      this.rest = this.rest.subarray(length)
      messages.push({ type: this.hasType ? String.fromCharCode(bytes[0] ?? 0) : '', bytes })
      this.hasType ||= bytes.length > 8
    }
  }
}

/** A message with its type: a letter, or nothing for a client's first one. */
export type WireMessage = { readonly type: string; readonly bytes: Buffer }

/** The first two texts of a message: a query, or a statement's name and its query. */
export function textsOf({ bytes }: WireMessage): [first: string, second: string] {
  const [first = '', second = ''] = bytes.subarray(5).toString('latin1').split('\0', 2)
  return [first, second]
}

/** Splits a PostgreSQL client's data into whole messages, and tells which of them commit. */
export class ClientMessages {
  private readonly whole = new WholeMessages('client')
  private readonly commitStatements = new Set<string>()

  push(chunk: Buffer): { bytes: Buffer; commits: boolean }[] {
    return this.whole.push(chunk).map((message) => ({
      bytes: message.bytes,
      commits: this.commits(message),
    }))
  }

  private commits(message: WireMessage): boolean {
    const [first, second] = textsOf(message)
    if (message.type === 'Q') return isCommit(first)
    if (message.type === 'P') {
      // A statement with the same name replaces the earlier one.
      if (isCommit(second)) this.commitStatements.add(first)
      else this.commitStatements.delete(first)
      return false
    }
    return message.type === 'B' && this.commitStatements.has(second)
  }
}

function isCommit(text: string): boolean {
  return /(^|;)\s*(commit|end)(\s+(work|transaction))?\s*;?\s*$/i.test(text)
}
