/**
 * Answers one envelope. The results of one batch go out together as one line, so that a quick
 * command doesn't wait for a slow one in the same envelope. An older sender gets all results in one
 * piece.
 */
import type { ServerResponse } from 'node:http'
import type { Result } from '../book/submission.ts'
import { encodeAnswer, encodeLine, encodeResult, LINES, PROTOCOL, PROTOCOL_HEADER } from './wire.ts'

const JSON_TYPE = 'application/json'
const OURS = { [PROTOCOL_HEADER]: PROTOCOL }

type Answering = {
  readonly epoch: number
  /** How many commands came. */
  readonly count: number
  /** Whether the sender accepts a response in lines. */
  readonly inLines: boolean
  /** Called with the error that kept us from answering. The sender asks again. */
  readonly onError: (error: unknown) => void
}

/** Takes the result of each command once, with its place in the envelope. */
export type Tell = (place: number, result: Result | Error) => void

export function answerEnvelope(response: ServerResponse, answering: Answering): Tell {
  const { inLines, onError } = answering
  const finish = inLines ? answerInLines(response, answering) : answerAtOnce(response, answering)
  let done: Finished = { at: [], results: [] }
  const send = (): void => {
    const now = done
    done = { at: [], results: [] }
    try {
      finish(now)
    } catch (error) {
      onError(error)
      response.destroy()
    }
  }
  return (place, result) => {
    // All results of this turn go out together, once the next batch has begun.
    if (done.at.length === 0) setImmediate(send)
    done.at.push(place)
    done.results.push(result)
  }
}

type Finished = { readonly at: number[]; readonly results: (Result | Error)[] }

function answerInLines(response: ServerResponse, { count }: Answering) {
  let left = count
  return ({ at, results }: Finished): void => {
    const line = encodeLine(at, results.map(encodeResult))
    left -= at.length
    if (left === 0) {
      if (response.headersSent) response.end(line)
      else sendWhole(response, 200, line, LINES)
      return
    }
    if (!response.headersSent) response.writeHead(200, { ...OURS, 'Content-Type': LINES })
    response.write(line)
  }
}

function answerAtOnce(response: ServerResponse, { epoch, count }: Answering) {
  const texts: string[] = []
  let left = count
  return ({ at, results }: Finished): void => {
    for (const [i, result] of results.entries()) texts[at[i] ?? 0] = encodeResult(result)
    left -= at.length
    if (left === 0) sendWhole(response, 200, encodeAnswer(epoch, texts))
  }
}

/** Sends a complete response. */
export function sendWhole(
  response: ServerResponse,
  status: number,
  text: string,
  type = JSON_TYPE,
): void {
  // We don't read the rest of a refused body, so the connection can't be reused.
  const more = status === 401 || status === 413 || status === 426 ? { Connection: 'close' } : {}
  const headers = { ...OURS, 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }
  response.writeHead(status, { ...headers, ...more }).end(text)
}
