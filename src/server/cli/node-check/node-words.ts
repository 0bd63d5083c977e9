/** What a verifier says about a node's answers. Only the program asks nodes, not the page. */
export const nodeWords = {
  allAgree: 'The node at {host} agrees.',
  someDiffer: 'The node at {host} disagrees with this: {names}.',
  someOpen: 'The node at {host} couldn’t confirm this: {names}.',
  nothingToAsk: 'None of the valid files here can be checked with a node.',
  noReserves: 'No valid file here has reserves: add a day’s solvency, its sheet, and its seal.',
  outcomes: {
    agrees: 'The node agrees',
    differs: 'The node disagrees',
    open: 'Not checked with the node',
  },
  anchored: `The chain {network} has the transaction {txid} in its final block {no}, with this \
memo and the sender’s signature.`,
  unknownTransaction: 'The node doesn’t know the transaction {txid}.',
  notFinal: 'The transaction {txid} isn’t in a final block yet. Try again in a few minutes.',
  failedTransaction: 'The transaction {txid} failed on the chain: {result}.',
  otherTransaction: 'The transaction {txid} has another sender or memo on the chain.',
  held: '{address} had {coins}. Now, in block {no}, it has {now}.',
  heldOther: `The sheet says that {address} had {coins}. According to the node, it had {past}. \
Now, in block {no}, it has {now}. Nodes may miss transfers in their lists: ask another node before \
you publish this.`,
  otherDay: `The blocks {blocks} that the sheet of {day} names for {address} aren’t of that day, \
or are more than two hours apart.`,
  coins: '{trx} TRX and {usdt} USDT',
  otherNetwork: 'The node is on the chain {network}, and the sheet is about {expected}.',
  needsToken: 'The sheet doesn’t name the USDT contract of {network}. Add --usdt ADDRESS.',
  unreadable: 'The sheet has no balance, blocks, or valid address for {address}.',
  trouble: '{what} {problem} Where: {detail}.',
  transaction: 'The transaction {txid}:',
  wallet: 'The wallet {address}:',
  problems: {
    timeout: 'the node didn’t answer in time.',
    unreachable: 'we couldn’t reach the node.',
    limited: 'the node limits requests. Try again later, or use another node.',
    refused: 'the node refused the request.',
    unavailable: 'the node doesn’t have this data. Use one with the full history and /v1 lists.',
    malformed: 'the node’s answer isn’t valid.',
    tooLarge: 'the node’s answer is larger than we read.',
    redirected: 'the node redirects to another address, which we don’t follow.',
    stale: 'the node is behind.',
    failed: 'the node failed.',
  },
} as const

export type NodeWords = typeof nodeWords
