import { FAULTS } from '../note.ts'

/** A verifier's texts for its reader. Catalogs have them in other languages. */
export const words = {
  allHold: {
    one: 'This file is valid: it is what the log signed.',
    other: 'All {count} files are valid: they are what the log signed.',
  },
  someWrong: 'Don’t trust this: {names}.',
  someLost: `The files are what the log signed, but it began again and lost commands that these \
cover: {names}.`,
  incomplete: 'Nothing is wrong so far, but we need more files to check everything.',
  noKeys:
    'Nothing was changed, but anyone could have made these files: add the public keys ' +
    'that you kept.',
  compareKeys: `All {count} files agree with each other. Whether the company made them depends on \
the key: compare its fingerprint with one that you got from elsewhere.`,
  whereKeys:
    'Use your own earlier copy, or ask another member, an auditor, a witness of the log, or the ' +
    'company by phone. Don’t use the place that gave you these files.',
  onlyKeys: 'These are the keys. Add the files that you want to check.',
  nothing: 'No file was checked.',
  allEmpty: 'No file has any content, so there was nothing to check.',
  empty: 'It has no content, so there is nothing to check.',
  outcomes: {
    holds: 'Valid',
    unsigned: 'Not signed',
    missing: 'Not checked',
    lost: 'Lost',
    empty: 'Empty',
    wrong: 'Wrong',
  },
  wrongIn: '{fault} Where: {field}.',
  places: { line: 'line {no}', either: '{one}, or {other}' },
  needSeal: 'To check this sheet, add the seal of {day}.',
  needCheckpoint: `To check that nothing was rewritten, add a signed file that has the log at size \
{size}.`,
  needGrowth: 'To check that the log had this root, add /log/consistency/{size}.',
  needEpochs: `The new log doesn’t begin with these commands of {log}. To see whether it lost \
them, and why, add /log/epochs.`,
  needSolvency: `To check this sample, add what we owe and hold on {day} (solvency), its sheet, \
and its seal.`,
  needSheet: 'To check these figures, add the sheet of their day and its seal.',
  owed: `What the company says it owes all members on {day} includes what it owes {name}.`,
  sealed: 'The ledger sealed the sheet of {day}.',
  logged: 'The log has what the ledger did at {at}.',
  sheet: 'This is the sheet of {day}, as the ledger sealed it.',
  checkpoint: 'The log signed that it has {count} commands.',
  growth: `The first {older} of {newer} commands are unchanged: nothing was rewritten.`,
  epochs: 'The log began again under another name, and signed why.',
  lostBy: `{former} lost its commands after the first {kept}, and {log} continues with those. \
The signed reason: {why}`,
  part: 'The sheet of {day} has these exact figures: {name}.',
  sample: `The block drew these {count} deposit addresses of {day}, and no others.`,
  anchor: `The sender of this transaction put the root of the first {size} commands into its memo.`,
  policy: 'We checked everything else with these keys, and only with these witnesses.',
  needsNode: 'Needs a node of the TRON network',
  needsBalance: `That {address} had {coins} (blocks {blocks}). Ask any explorer or node for its \
balance now, and undo its transfers since then.`,
  needsPrice: 'That one TRX cost ${rate} at {at}. Compare it with an exchange.',
  needsSample:
    'That the deposit addresses hold coins. A block draws some of them: auditors get the sample.',
  needsBlock: `That block {no} has the ID {id}, and is the first one ten minutes after the seal \
(wallet/getblockbynum).`,
  needsCoins: 'That {address} had {coins}.',
  needsTransaction: `That the network has the transaction {txid} in a final block \
(walletsolidity/gettransactionbyid, or any explorer).`,
  heldAll: 'Held',
  ratio: 'Share of debts that is held',
  percent: '{number}%',
  ratioAfter: 'If TRX falls by {percent}',
  lowestOf: 'Lowest of {count} readings at random times',
  notKnown: 'not known',
  block: 'Block',
  transaction: 'Transaction',
  sender: 'Sender',
  witness: 'Witness',
  fingerprint: 'Fingerprint of the key',
  code: 'SHA-256 of {file}',
  keys: 'We checked everything else with these keys.',
  owedTo: 'Owed to {name}',
  owedAll: 'Owed to all members',
  members: 'Members',
  group: 'Counted under',
  groups: [
    'Never paid a joining fee',
    'Lost more than $50',
    'Lost $20.01 to $50',
    'Lost $5.01 to $20',
    'Lost $1.01 to $5',
    'Lost $1 or less',
    'Even, to the cent',
    'Gained $1 or less',
    'Gained $1.01 to $5',
    'Gained $5.01 to $20',
    'Gained $20.01 to $100',
    'Gained more than $100',
  ],
  wallet: 'Wallet',
  hold: 'Held for a withdrawal',
  moved: '{amount}, then {after}',
  seat: 'Seat taken',
  profile: 'Profile {no}',
  command: 'Command',
  line: 'Line',
  log: 'Log',
  size: 'Size of the log',
  root: 'Root of the log',
  sheetHash: 'SHA-256 of the sheet',
  fileHash: 'SHA-256 of the file',
  previous: 'Previous sheet',
  key: 'Key',
  notSignedBy: 'Signature that wasn’t checked',
  separate: `Each of these sizes of the log is signed separately: {sizes}. A file from \
/log/consistency/ shows that a later one only adds to an earlier one.`,
  faults: FAULTS,
} as const

export type Words = typeof words
