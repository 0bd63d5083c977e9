/**
 * A witness's files: one for the newest checkpoint of each log. We write a checkpoint to disk
 * before anyone sees a cosignature of it, so even a power cut never makes the witness forget.
 */
import { hash, randomBytes } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { peekCheckpoint } from '../../proof/note.ts'
import { readIfPresent, replaceFile } from '../files/files.ts'

/** The most files for each kind of evidence. A dishonest log may send any number. */
const MAX_EVIDENCE = 100

const KEY = /^[0-9a-f]{64}\n$/

/** The SHA-256 of a text in hexadecimal: the name of a log's file. */
export const nameOf = (text: string): string => hash('sha256', text)

/** The directory isn't that of a witness. */
export class UnfitDirectory extends Error {
  override name = 'UnfitDirectory'
}

/** The files of one witness. Only one process may use them. */
export class WitnessStore {
  readonly #directory: string

  constructor(directory: string) {
    this.#directory = directory
  }

  /**
   * The witness's key: 32 bytes. Creates one in a new directory, but never next to checkpoints,
   * which would then belong to another witness.
   */
  async readKey(): Promise<Buffer> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const known = await readIfPresent(join(this.#directory, 'key'))
    if (known !== null && KEY.test(known)) return Buffer.from(known.trim(), 'hex')
    const others = (await readdir(this.#directory)).filter((name) => !name.endsWith('.new'))
    if (known !== null || others.length > 0) {
      throw new UnfitDirectory(
        `${this.#directory} has no key, but other files. Use a new directory.`,
      )
    }
    const key = randomBytes(32)
    await replaceFile(join(this.#directory, 'key'), `${key.toString('hex')}\n`)
    return key
  }

  /**
   * The newest checkpoint of a log as a note; null before the first one.
   * @throws UnfitDirectory if the file exists, but we can't read it. We must sign nothing then
   */
  async read(origin: string): Promise<string | null> {
    const note = await readIfPresent(join(this.#directory, nameOf(origin)))
    if (note === null) return null
    if (peekCheckpoint(note)?.origin !== origin) {
      throw new UnfitDirectory(
        `The checkpoint of ${origin} in ${this.#directory} can't be read. ` +
          'Use a new directory, and publish its new key.',
      )
    }
    return note
  }

  keep(origin: string, note: string): Promise<void> {
    return replaceFile(join(this.#directory, nameOf(origin)), note)
  }

  /**
   * Stores a request whose checkpoint doesn't continue the log. Anyone can send a wrong proof of a
   * correct checkpoint. So there is one file for each checkpoint, and such files never take the
   * room of those that prove a fork.
   * @param kind `fork` for another tree of the same size, which is proof for everyone
   */
  async keepEvidence(kind: 'fork' | 'gap', checkpoint: string, request: string): Promise<void> {
    const begin = `evidence-${kind}-`
    const names = await readdir(this.#directory)
    if (names.filter((name) => name.startsWith(begin)).length >= MAX_EVIDENCE) return
    const name = `${begin}${nameOf(checkpoint).slice(0, 16)}.txt`
    await replaceFile(join(this.#directory, name), request)
  }
}
