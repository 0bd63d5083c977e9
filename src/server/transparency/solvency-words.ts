/** The texts of the page about what we owe and what we hold. */
export const solvencyWords = {
  link: 'What we owe and hold',
  title: 'What we owe and what we hold',
  first: 'We owe {owed}, and we hold {held} for it: {ratio}.',
  nothingOwed: 'We owe nobody anything. We hold {held}.',
  notKnown: 'We owe members {owed}. We don’t know yet how much of it we hold.',
  noWallets: 'No reserve wallets are listed.',
  noSignature: 'No reserve wallet has a signature from the last 35 days.',
  nodesDisagree: 'The nodes that we ask about our wallets didn’t answer, or disagreed.',
  noRate: 'There was no market price of TRX.',
  explained:
    'What we owe is what members have in their wallets and on hold for withdrawals, and ' +
    'every transfer that we couldn’t match to a member yet. What we hold is what the TRON ' +
    'network says about our wallets. We read it before and after the moment of the sheet, ' +
    'and count the lower amount.',
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
  lowest: `We took {count} readings at random times since the last sheet. The lowest, including \
the one for this sheet, was {ratio}.`,
  tooFewReadings: `We can’t say yet how it was between the two sheets. That takes three readings, \
and there are {count}.`,
  readingsText:
    'If someone lent us coins just for the moment of the sheet, they would be missing at other ' +
    'times. Nobody knows these times in advance, not even us. The figures below include each ' +
    'reading.',
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
    'draws 64 of these coins at random, and auditors look up their addresses on the network.',
  sample: 'The addresses that were drawn',
  anchor: `The sheet of {day} is anchored on the TRON network, in block {block}: the memo of \
this transaction holds the size and root of our log, so we can’t change them later.`,
  anchors: 'All anchors',
} as const
