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
  /** @param mailboxes the emails under way */
  busy(mailboxes: readonly string[]): Busy
  /** Records whether a mailbox's server answered. Until it does, its domain has fewer lanes. */
  noteAnswer(mailbox: string, hasAnswered: boolean): void
}

export function openLanes(): Lanes {
  const slow = new Set<string>()
  return {
    busy(mailboxes) {
      const domains = [...Map.groupBy(mailboxes, domainOf)]
        .filter(
          ([domain, all]) => all.length >= (slow.has(domain) ? MAX_OF_SLOW_DOMAIN : MAX_OF_DOMAIN),
        )
        .map(([domain]) => domain)
      return { mailboxes, domains, isLastLane: mailboxes.length === LANES - 1 }
    },
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
