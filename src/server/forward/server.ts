/** The leader's port: accepts envelopes of commands, and answers each with their results. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { atMostEvery } from '../../clock/waits.ts'
import type { Book } from '../book/book.ts'
import { asError, type Result } from '../book/submission.ts'
import type { LedgerTls } from '../config/ledger-settings.ts'
import { senders, type Sender } from '../config/roles.ts'
import { answerEnvelope, sendWhole } from './answer-envelope.ts'
import type { LedgerPlace } from './ledger-address.ts'
import type { Admit } from './allowed-commands.ts'
import { closerOf, listenAt, openServer, tellRefusedHandshakes } from './listen.ts'
import { openTraces } from './envelope-traces.ts'
import { findProvenSender } from './peer-role.ts'
import { NotRead, NotTaken, readItem, type Sent } from './read-item.ts'
import {
  Envelope,
  LINES,
  MOST_BYTES,
  MOST_WAITING,
  OLDEST_PROTOCOL,
  PROTOCOL,
  PROTOCOL_HEADER,
} from './wire.ts'

/** When a client that we turned away may ask again. */
const RETRY_MS = 50
const TELL_EVERY_MS = 10_000

/** What the port needs to know about leadership. */
type Leading = {
  /** Whether this process leads and accepts commands. */
  readonly isOpen: () => boolean
  /** Whether this process is stopping and won't lead again. */
  readonly isStopping: () => boolean
  /** The leader, as far as this process knows. */
  readonly known: () => {
    readonly epoch: number
    readonly address: string | null
  }
}

export type LedgerServerOptions = {
  readonly book: Pick<Book, 'submit'>
  readonly leading: Leading
  readonly place: LedgerPlace
  readonly tokens: Parameters<typeof findProvenSender>[1]
  readonly admit: Admit
  readonly tls: LedgerTls | null
  readonly log: Logger
}

/** A refusal of a whole envelope. */
class Refused extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, body: object) {
    super(`refused with ${status}`)
    this.status = status
    this.body = body
  }
}

/** Listens until the returned function is called. */
export async function serveLedger(options: LedgerServerOptions): Promise<() => Promise<void>> {
  const tellFailure = (error: unknown): void =>
    options.log.error({ err: error }, 'the ledger port failed')
  const takeEnvelope = envelopeTaker(options, tellFailure)
  const listener: RequestListener = (request, response) => {
    takeEnvelope(request, response).catch((error: unknown) => {
      if (error instanceof Refused)
        return sendWhole(response, error.status, JSON.stringify(error.body))
      tellFailure(error)
      return sendWhole(response, 500, '{}')
    })
  }
  const server = openServer(options.tls, listener)
  const close = closerOf(server)
  if (options.tls) tellRefusedHandshakes(server, options.log)
  await listenAt(server, options.place, tellFailure)
  return close
}

function envelopeTaker(
  { book, leading, tokens, admit, log }: LedgerServerOptions,
  onError: (error: unknown) => void,
) {
  // One queue per role, so that no role can join or crowd out another's commands.
  const queues = new Map(senders.map((sender) => [sender, { run: openRunning(book), waiting: 0 }]))
  const mayTell = atMostEvery(TELL_EVERY_MS)

  const tell = (sender: Sender, error: Error): void => {
    if (mayTell()) log.error({ err: error, sender }, 'the ledger port refused what a role sent')
  }
  const tellOther = (sender: Sender): void =>
    tell(sender, new NotTaken(`the certificate isn't one of the ${sender} role`))
  const take = async (sender: Sender, run: Run, item: unknown): Promise<Result | Error> => {
    try {
      const admitted = admit(sender, readItem(item))
      return await run(admitted instanceof Promise ? await admitted : admitted)
    } catch (error) {
      if (error instanceof NotTaken || error instanceof NotRead) tell(sender, error)
      return asError(error)
    }
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sender = findProvenSender(request, tokens, tellOther)
    const mine = sender && queues.get(sender)
    if (!sender || !mine) throw new Refused(401, {})
    if (request.url !== '/commands') throw new Refused(404, {})
    if (request.method !== 'POST') throw new Refused(405, {})
    requireProtocol(request)
    const { epoch, items } = readEnvelope(await readBody(request))
    if (leading.isStopping()) throw new Refused(503, { retryMs: RETRY_MS })
    const known = leading.known()
    // A sender with a later epoch has learned of a new leader before we did.
    if (!leading.isOpen() || epoch > known.epoch) throw new Refused(409, known)
    if (mine.waiting + items.length > MOST_WAITING) throw new Refused(503, { retryMs: RETRY_MS })
    mine.waiting += items.length
    const within = openTraces(request.headers)
    const inLines = request.headers.accept === LINES
    const answering = { epoch: known.epoch, count: items.length, inLines, onError }
    const answer = answerEnvelope(response, answering)
    for (const [i, item] of items.entries()) {
      void within(i, () => take(sender, mine.run, item)).then((result) => {
        mine.waiting -= 1
        return answer(i, result)
      })
    }
  }
}

type Run = (item: Sent) => Promise<Result | Error>

/** A repeat of a submission that is still running gets the same answer, not a conflict. */
function openRunning(book: LedgerServerOptions['book']): Run {
  const running = new Map<string, Promise<Result | Error>>()
  return (item) => {
    const known = running.get(item.id)
    if (known) return known
    const end = (result: Result | Error): Result | Error => {
      running.delete(item.id)
      return result
    }
    const result = book.submit(item).then(end, (error: unknown) => end(asError(error)))
    running.set(item.id, result)
    return result
  }
}

/** Refuses a sender with a version that is too old or too new, before reading any command. */
function requireProtocol({ headers }: IncomingMessage): void {
  // The first version didn't send its number.
  const given = Number(headers[PROTOCOL_HEADER.toLowerCase()] ?? 1)
  const isKnown = given >= OLDEST_PROTOCOL && given <= PROTOCOL
  if (!isKnown) throw new Refused(426, { protocols: [OLDEST_PROTOCOL, PROTOCOL] })
}

function readEnvelope(text: string) {
  try {
    const parsed = Envelope.safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new Refused(400, {
      error: `${issue?.path.join('.')}: ${issue?.message}`,
    })
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused(400, { error: 'the body cannot be read' })
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) throw new Refused(413, {})
  const chunks: Buffer[] = []
  let bytes = 0
  const body: AsyncIterable<Buffer> = request
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Refused(413, {})
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
