/**
 * How many emails are under way at once. A server that checks a recipient may take as long as we
 * wait, and the others must not wait for it. Providers allow few connections.
 */
export const LANES = 4
/** So no domain takes all lanes before we know that it is slow. */
const MAX_OF_DOMAIN = LANES - 1
/** One for a slow mailbox, and one that shows whether the others are slow, too. */
const MAX_OF_SLOW_DOMAIN = 2
/** We forget the slow domain that was first. Anyone can have many. */
const MAX_SLOW_DOMAINS = 1_000

/** What the next email must not be, because of those under way. */
export type Busy = {
  /** Reversed addresses in lower case, as in the index. */
  readonly mailboxes: readonly string[]
  /** Reversed, too. */
  readonly domains: readonly string[]
  /** It is for first attempts only, and not for registrations, which anyone can make. */
  readonly isLastLane: boolean
}

export type Lanes = {
  /** The emails under way, and the promises of their ends. */
  readonly underWay: ReadonlyMap<string, Promise<void>>
  start(mailbox: string, sending: Promise<void>): void
  busy(): Busy
  /** Records whether a mailbox's server answered. Until it does, its domain has fewer lanes. */
  noteAnswer(mailbox: string, hasAnswered: boolean): void
}

export function openLanes(): Lanes {
  const underWay = new Map<string, Promise<void>>()
  const slow = new Set<string>()
  const busyDomains = (): string[] => {
    const counts = new Map<string, number>()
    for (const mailbox of underWay.keys()) {
      const domain = domainOf(mailbox)
      counts.set(domain, (counts.get(domain) ?? 0) + 1)
    }
    return [...counts]
      .filter(([domain, count]) => count >= (slow.has(domain) ? MAX_OF_SLOW_DOMAIN : MAX_OF_DOMAIN))
      .map(([domain]) => domain)
  }
  return {
    underWay,
    start(mailbox, sending) {
      underWay.set(
        mailbox,
        sending.finally(() => underWay.delete(mailbox)),
      )
    },
    busy: () => ({
      mailboxes: [...underWay.keys()],
      domains: busyDomains(),
      isLastLane: underWay.size === LANES - 1,
    }),
    noteAnswer(mailbox, hasAnswered) {
      const domain = domainOf(mailbox)
      slow.delete(domain)
      if (hasAnswered) return
      slow.add(domain)
      const [oldest] = slow
      if (slow.size > MAX_SLOW_DOMAINS && oldest !== undefined) slow.delete(oldest)
    },
  }
}

/** The reversed domain of a reversed address. */
function domainOf(mailbox: string): string {
  const [domain = ''] = mailbox.split('@', 1)
  return domain
}
