import { nowMs } from '../../clock/clock.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { readHead, readHeaderAt, type BlockHead } from '../block/block-reads.ts'
import { countUsable, newInternals, type AgreedList, type InternalsState } from './internals.ts'
import type { NodeClient, WatchedClient } from '../node/node-client.ts'
import { fine, isOurs, isVerdict, troubled, type Result, type Trouble } from '../node/trouble.ts'

/** A node's health for operators. Only its host, because the URL may contain a key. */
export type NodeHealth = {
  host: string
  isUsable: boolean
  trouble: Trouble | undefined
  finalNumber: number
  finalTimeMs: number
  pausedUntilMs: number
  /** Time spent waiting for this node's answers since the start. */
  waitedMs: number
  /** Calls waiting for their turn. */
  waiting: number
  /** Calls sent since the start, including retries. */
  asked: number
  /** Whether it lacks internal transactions that another node reports: see `internals.ts`. */
  lacksInternals: boolean
}

/** How many of these nodes must agree before we move money. */
export const quorumOf = (nodes: number): number => Math.floor(nodes / 2) + 1

/** Several nodes of the same chain. */
export type NodeSet = {
  /** Asks every usable node. All answers must agree. One node may be down. */
  agree<T>(read: (client: NodeClient) => Promise<Result<T>>): Promise<Result<T>>
  /**
   * Asks every usable node. One result per configured node, with a trouble for a missing answer.
   */
  all<T>(read: (client: NodeClient) => Promise<Result<T>>): Promise<Result<T>[]>
  /** Asks every usable node and returns the answers. */
  answers<T>(read: (client: NodeClient) => Promise<T>): Promise<T[]>
  /**
   * Asks the usable nodes for an answer that `votes.ts` combines, also those that contradicted the
   * majority before. One result per configured node. Once more than half of them have answered,
   * the others have only a moment left. `every` also asks nodes that have just failed.
   */
  vote<T>(
    read: (client: NodeClient) => Promise<Result<T>>,
    which?: 'awake' | 'every',
  ): Promise<Result<T>[]>
  /** Asks one node after another until one answers. Only for reads that decide about no money. */
  first<T>(read: (client: NodeClient) => Promise<Result<T>>): Promise<Result<T>>
  /**
   * The newest final block that every up-to-date node has. They must agree on it, or else more than
   * half of the configured nodes on their own.
   */
  finalHead(): Promise<Result<BlockHead>>
  /**
   * Records which nodes keep internal transactions, in the order of `all`. Returns how many of the
   * agreed blocks to use now: fewer while a node that keeps them is briefly behind.
   */
  countUsable(list: AgreedList): number
  /**
   * Records which nodes contradict the majority, in the order of `all`. `undefined` changes
   * nothing.
   */
  recordDissent(dissents: readonly (boolean | undefined)[], about?: Dissent): void
  /** Records that a node's balances are of blocks far ahead of our record. */
  recordAhead(host: string): void
  health(): NodeHealth[]
}

export type NodeSetOptions = {
  /** Id of block 0. When absent, nodes are only compared with each other. */
  genesisId?: string
  /** Nodes with an older final head are ignored. */
  maxFinalAgeMs: number
  /** How long we wait for internal transactions: see `countUsable`. */
  internalsWaitMs: number
}

type Member = {
  client: WatchedClient
  genesisId: string | undefined
  trouble: Trouble | undefined
  /** While another node answers, a node that is down isn't asked before this time. */
  restUntilMs: number
  final: BlockHead | undefined
  internals: InternalsState
  /** In what it contradicts the majority, and until when we remember that. */
  dissents: Map<Dissent, number>
}

const REST_MS = 10_000
/** How long the other nodes have for a vote after enough nodes have answered. */
const LATE_MS = 500
/** How long we remember a contradiction that no regular read confirms or clears. */
const DISSENT_MS = 300_000

const newMember = (client: WatchedClient): Member => ({
  client,
  genesisId: undefined,
  trouble: undefined,
  restUntilMs: 0,
  final: undefined,
  internals: newInternals(),
  dissents: new Map(),
})

export function openNodeSet(clients: WatchedClient[], options: NodeSetOptions): NodeSet {
  const members = clients.map(newMember)

  /** The nodes on our chain. We ask a node of another chain nothing else. */
  async function usable(which: 'awake' | 'every' = 'awake'): Promise<Result<Member[]>> {
    await Promise.all((which === 'every' ? members : awake(members)).map(readGenesis))
    const known = members.filter((member) => member.genesisId !== undefined)
    if (known.length === 0) return noNode(members)
    const expected = options.genesisId ?? known[0]?.genesisId
    const good = known.filter((member) => member.genesisId === expected)
    for (const member of known) if (!good.includes(member)) member.trouble = foreign
    const isTorn = options.genesisId === undefined && good.length < known.length
    if (isTorn || good.length === 0) return { ok: false, trouble: foreign }
    return fine(which === 'every' ? good : awake(good))
  }

  async function finalHead(): Promise<Result<BlockHead>> {
    const good = await usable()
    if (!good.ok) return good
    const heads = await Promise.all(good.value.map(readFinalHead))
    const answering = good.value.filter((_member, at) => heads[at]?.ok)
    if (answering.length === 0) return heads.find(({ ok }) => !ok) ?? noNode(good.value)
    const limitMs = nowMs() - options.maxFinalAgeMs
    const fresh = answering.filter((member) => (member.final?.timeMs ?? 0) >= limitMs)
    for (const member of answering) if (!fresh.includes(member)) member.trouble = old
    if (fresh.length === 0) return { ok: false, trouble: old }
    return lowestAgreed(fresh, quorumOf(members.length))
  }

  /** Leaves out nodes that are outdated or failing, as long as a better one is left. */
  async function asked(): Promise<Result<Member[]>> {
    const good = await usable()
    if (!good.ok) return good
    const sound = good.value.filter((member) => troubleOf(member) === undefined)
    return fine(sound.length > 0 ? sound : good.value)
  }

  return {
    finalHead,
    async agree(read) {
      const good = await asked()
      if (!good.ok) return good
      return sameForAll(await Promise.all(good.value.map((member) => ask(member, read))))
    },
    async all(read) {
      const good = await usable('every')
      if (!good.ok) return members.map(() => good)
      return Promise.all(
        members.map(async (each) => (good.value.includes(each) ? ask(each, read) : noNode([each]))),
      )
    },
    async answers(read) {
      const good = await asked()
      return good.ok ? Promise.all(good.value.map(({ client }) => read(client))) : []
    },
    async vote(read, which) {
      const good = await usable(which)
      if (!good.ok) return members.map(() => good)
      const isAsked = ({ trouble }: Member) => trouble === undefined || which === 'every'
      const sound = good.value.filter(isAsked)
      return voteOf(members, sound.length > 0 ? sound : good.value, read)
    },
    async first(read) {
      const good = await asked()
      return good.ok ? firstOf(good.value, read) : good
    },
    ...openRecords(members, options),
  }
}

/** What we know about the nodes from their answers. */
function openRecords(
  members: readonly Member[],
  options: NodeSetOptions,
): Pick<NodeSet, 'countUsable' | 'recordDissent' | 'recordAhead' | 'health'> {
  return {
    countUsable(list) {
      const states = members.map(({ internals }) => internals)
      return countUsable(states, list, options.internalsWaitMs)
    },
    recordDissent: (dissents, about = 'blocks') => {
      for (const [at, member] of members.entries()) markDissent(member, about, dissents[at])
    },
    recordAhead: (host) => {
      for (const member of members) if (hostOf(member) === host) markDissent(member, 'ahead', true)
    },
    health: () => members.map(healthOf),
  }
}

async function firstOf<T>(
  members: Member[],
  read: (client: NodeClient) => Promise<Result<T>>,
): Promise<Result<T>> {
  let result: Result<never> = troubled('no_node', 'no node')
  for (const member of members) {
    const next = await ask(member, read)
    if (next.ok) return next
    result = next
  }
  return result
}

/** Asks these nodes. Ends soon after more than half of all nodes have answered. */
async function voteOf<T>(
  members: readonly Member[],
  voters: readonly Member[],
  read: (client: NodeClient) => Promise<Result<T>>,
): Promise<Result<T>[]> {
  const results = new Map<Member, Result<T>>()
  const enough = Promise.withResolvers<undefined>()
  let answers = 0
  const all = Promise.all(
    voters.map(async (member) => {
      const result = await ask(member, read)
      results.set(member, result)
      if (result.ok || isVerdict(result.trouble)) answers += 1
      if (answers >= quorumOf(members.length)) enough.resolve(undefined)
    }),
  )
  const timer = new AbortController()
  await Promise.race([
    all,
    enough.promise.then(() => sleep(LATE_MS, undefined, { signal: timer.signal })),
  ]).finally(() => timer.abort())
  return members.map((member) => {
    const isLate = voters.includes(member) && !results.has(member)
    return results.get(member) ?? (isLate ? late : noNode([member]))
  })
}

const late: Result<never> = troubled('timeout', 'answers later than most nodes')

/** In what a node contradicts the majority. */
type Dissent = 'blocks' | 'head' | 'answers' | 'ahead'

const DISSENTS: Record<Dissent, string> = {
  blocks: 'most nodes tell another block',
  head: 'most nodes have another final block',
  answers: 'most nodes answer otherwise about an address',
  ahead: 'its balances are of blocks far ahead of ours',
}

/** The next read of the same kind decides again. Blocks and heads are read all the time. */
function markDissent({ dissents }: Member, about: Dissent, isOdd: boolean | undefined): void {
  if (isOdd === undefined) return
  if (!isOdd) return void dissents.delete(about)
  const isRegular = about === 'blocks' || about === 'head'
  dissents.set(about, isRegular ? Infinity : performance.now() + DISSENT_MS)
}

/** What keeps us from using a node: its own trouble, or what the others say. */
function troubleOf({ trouble, dissents }: Member): Trouble | undefined {
  if (trouble) return trouble
  const now = performance.now()
  const about = [...dissents].find(([, untilMs]) => untilMs > now)?.[0]
  return about && { kind: 'disagreement', detail: DISSENTS[about] }
}

function awake(members: Member[]): Member[] {
  const now = performance.now()
  const some = members.filter(({ restUntilMs }) => restUntilMs <= now)
  return some.length > 0 ? some : members
}

const isDown = ({ kind }: Trouble): boolean =>
  ['timeout', 'unreachable', 'rate_limited', 'unauthorised', 'server_error'].includes(kind)

async function ask<T>(
  member: Member,
  read: (client: NodeClient) => Promise<Result<T>>,
): Promise<Result<T>> {
  const result = await read(member.client)
  if (!result.ok && isDown(result.trouble)) {
    member.trouble = result.trouble
    member.restUntilMs = performance.now() + REST_MS
  }
  return result
}

const foreign: Trouble = { kind: 'disagreement', detail: 'another chain: the first block differs' }
const old: Trouble = { kind: 'stale', detail: 'the final head is too old' }

const noNode = (members: Member[]): Result<never> => {
  const [trouble] = members.flatMap((member) => member.trouble ?? [])
  return trouble ? { ok: false, trouble } : troubled('no_node', 'no node')
}

/** The first block never changes, so each node is asked once. */
async function readGenesis(member: Member): Promise<void> {
  if (member.genesisId !== undefined) return
  const genesis = await ask(member, (client) => readHeaderAt(client, 'wallet', 0))
  recordTrouble(member, genesis)
  if (genesis.ok) member.genesisId = genesis.value?.id
}

async function readFinalHead(member: Member): Promise<Result<BlockHead>> {
  const head = await ask(member, (client) => readHead(client, 'walletsolidity'))
  recordTrouble(member, head)
  if (head.ok) member.final = head.value
  return head
}

/** A call that wasn't sent, or whose caller left, says nothing about the node. */
function recordTrouble(member: Member, result: Result<unknown>): void {
  if (result.ok) member.trouble = undefined
  else if (!isOurs(result.trouble)) member.trouble = result.trouble
}

/**
 * The lowest of these final heads, if all nodes have that block. If some differ, we leave them out
 * and compare the others, as long as those are more than half of the configured nodes.
 */
async function lowestAgreed(members: Member[], need: number): Promise<Result<BlockHead>> {
  const heads = members.flatMap(({ final }) => final ?? [])
  const lowest = heads.reduce((low, head) => (head.number < low.number ? head : low))
  const theirs = await Promise.all(
    members.map(async ({ client, final }) =>
      final?.number === lowest.number
        ? fine<BlockHead | undefined>(final)
        : readHeaderAt(client, 'walletsolidity', lowest.number),
    ),
  )
  const byId = Map.groupBy(
    members.filter((_member, at) => theirs[at]?.ok),
    (member) => {
      const head = theirs[members.indexOf(member)]
      return head?.ok ? head.value?.id : undefined
    },
  )
  const groups = [...byId.values()]
  const most = groups.find((group) => group.length >= need)
  if (groups.length === 1) {
    // A node that can't answer now doesn't contradict, unless that leaves too few.
    const silent = theirs.find(({ ok }) => !ok)
    if (silent && !most) return silent.ok ? fine(lowest) : silent
    for (const member of groups[0] ?? []) markDissent(member, 'head', false)
    return fine(lowest)
  }
  if (!most) return troubled('disagreement', `final block ${lowest.number} differs`)
  for (const group of groups) {
    for (const member of group) markDissent(member, 'head', group !== most)
  }
  return lowestAgreed(most, need)
}

/** All answers must be equal. JSON has no bigint, so amounts are written as text. */
function sameForAll<T>(results: Result<T>[]): Result<T> {
  const values = results.flatMap((result) => (result.ok ? [result.value] : []))
  const [value] = values
  if (value === undefined) return results[0] ?? troubled('no_node', 'no node')
  const forms = new Set(values.map((entry) => JSON.stringify(entry, bigintAsText)))
  return forms.size === 1 ? fine(value) : troubled('disagreement', 'nodes answer differently')
}

const bigintAsText = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? `${value}n` : value

const hostOf = ({ client }: Member): string => new URL(client.url).host

function healthOf(member: Member): NodeHealth {
  const { client, genesisId, final, internals } = member
  const trouble = troubleOf(member)
  const { lastTrouble, pausedUntilMs, waitedMs, waiting, asked } = client.state()
  return {
    host: hostOf(member),
    isUsable: genesisId !== undefined && trouble === undefined,
    trouble: trouble ?? lastTrouble,
    finalNumber: final?.number ?? 0,
    finalTimeMs: final?.timeMs ?? 0,
    pausedUntilMs,
    waitedMs,
    waiting,
    asked,
    lacksInternals: internals.keeps === false,
  }
}
