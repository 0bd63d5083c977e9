/** The texts of the page about what we owe and what we hold. */
export const solvencyWords = {
  link: 'What we owe and hold',
  title: 'What we owe and what we hold',
  first: 'We owe {owed}, and we hold {held} for it: {ratio}.',
  nothingOwed: 'We owe nobody anything. We hold {held}.',
  notKnown: 'We owe members {owed}. How much of it we hold is not known yet.',
  noWallets: 'No reserve wallet is named.',
  noSignature: 'No reserve wallet has a signature of the last 35 days.',
  nodesDisagree: 'The nodes that we ask about our wallets didn’t answer, or disagreed.',
  noRate: 'There was no market price of TRX.',
  explained:
    'What we owe is what members have in their wallets and on hold for withdrawals, and ' +
    'every transfer that we couldn’t match to a member yet. What we hold is what the TRON ' +
    'network says about our wallets. We read it before and after the moment of the sheet, ' +
    'and count the less.',
  owed: 'What we owe',
  held: 'What we hold',
  what: 'What',
  dollars: 'Dollars',
  toMembers: 'To members',
  unmatched: 'Unmatched transfers',
  all: 'All together',
  wallet: 'Where',
  counts: 'Counts',
  states: {
    counted: 'Yes',
    unsigned: 'No: not signed',
    not_known: 'Not known yet',
  },
  depositAddresses: '{count} deposit addresses',
  rate: 'At ${rate} for one TRX ({at}), and one dollar for one USDT.',
  restOfDay: 'The rest of the day',
  lowest: `At {count} random times since the last sheet and at its own, the lowest was {ratio}.`,
  tooFewReadings: `How it was between two sheets is not known yet: it takes three readings, and \
there are {count}.`,
  readingsText:
    'Coins that someone lends us for the moment of the sheet aren’t there at other times. Nobody ' +
    'knows these times in advance, us included. Each reading is in the figures below.',
  falls: 'If TRX falls',
  price: 'Price of TRX',
  ratio: 'We hold, of what we owe',
  fall: '{share} lower',
  fallsText: 'We owe dollars. If TRX falls, we hold less, and owe the same.',
  statements: 'Signed by these wallets',
  statementsText:
    'Only someone with a wallet’s key can sign a text for it. Check a signature with any ' +
    'TRON tool (TIP-191). A signature counts for 35 days.',
  signature: 'Signature:',
  notProven:
    'This doesn’t show that nobody lent us the coins, that we have no other debts, or ' +
    'what happens tomorrow.',
  sampleText:
    'Coins at deposit addresses are in a tree whose root is on the sheet. A later block ' +
    'draws 64 coins of it, and auditors look up their addresses on the network.',
  sample: 'The addresses that were drawn',
  anchor: `The sheet of {day} is anchored on the TRON network, in block {block}: the memo of \
this transaction holds the size and root of our log, so we can’t change them later.`,
  anchors: 'All anchors',
} as const
