import type { WebhookEventType } from '../../contract/fields/webhook-types.ts'
import type { WebhookData } from '../../contract/subjects/webhook-events.ts'

/**
 * Something that happened to a member, as read from the log, before it becomes an event with an id.
 */
export type Happening = {
  [T in WebhookEventType]: {
    readonly type: T
    readonly member: number
    readonly at: Date
    /** Its order among simultaneous ones: the stage, the command, the journal, and the line. */
    readonly order: readonly [stage: number, seq: number, journal: number, line: number]
    readonly data: WebhookData<T>
  }
}[WebhookEventType]

/** Stages of one moment. Members come first, and profiles that wait for their fee come last. */
export const [JOINED, DONE, LEFT_WAITING] = [0, 1, 2]

/** The order in which things happened, and therefore the order in which we send them. */
export function inOrder(one: Happening, other: Happening): number {
  const byTime = one.at.getTime() - other.at.getTime()
  if (byTime !== 0) return byTime
  for (const [i, each] of one.order.entries()) {
    const difference = each - (other.order[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
