/** Splits what a PostgreSQL client sends into whole messages, and tells which of them commit. */
export class ClientMessages {
  private rest: Buffer = Buffer.alloc(0)
  private started = false
  private readonly commitStatements = new Set<string>()

  /** The messages that are complete now, in order; an incomplete one waits for its end. */
  push(chunk: Buffer): { bytes: Buffer; commits: boolean }[] {
    this.rest = Buffer.concat([this.rest, chunk])
    const messages: { bytes: Buffer; commits: boolean }[] = []
    for (;;) {
      // The first message (start-up, or a request for encryption) has no type byte.
      const head = this.started ? 1 : 0
      if (this.rest.length < head + 4) return messages
      const length = head + this.rest.readUInt32BE(head)
      if (this.rest.length < length) return messages
      const bytes = this.rest.subarray(0, length)
      this.rest = this.rest.subarray(length)
      messages.push({ bytes, commits: this.started && this.commits(bytes) })
      this.started ||= bytes.length > 8
    }
  }

  private commits(message: Buffer): boolean {
    const type = String.fromCharCode(message[0] ?? 0)
    const [first = '', second = ''] = message.subarray(5).toString('latin1').split('\0', 2)
    if (type === 'Q') return isCommit(first)
    if (type === 'P') {
      // A statement of the same name replaces the earlier one.
      if (isCommit(second)) this.commitStatements.add(first)
      else this.commitStatements.delete(first)
      return false
    }
    return type === 'B' && this.commitStatements.has(second)
  }
}

function isCommit(text: string): boolean {
  return /(^|;)\s*(commit|end)(\s+(work|transaction))?\s*;?\s*$/i.test(text)
}
