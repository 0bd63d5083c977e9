import { FAULTS, type FaultCode } from '../note.ts'

export const en = {
  allHold: (count: number) =>
    count === 1
      ? 'This file holds: it is what the log signed.'
      : `All ${count} files hold: they are what the log signed.`,
  someWrong: (names: string) => `Don’t trust this: ${names}.`,
  incomplete: 'Nothing is wrong so far, but something is missing to check all of it.',
  noKeys:
    'Nothing was changed, but anyone could have made these files: add the public keys that you ' +
    'kept.',
  onlyKeys: 'These are the keys. Add the files that you want to check.',
  nothing: 'No file was checked.',
  outcomes: { holds: 'Holds', unsigned: 'Not signed', missing: 'Not checked', wrong: 'Wrong' },
  /** `field` is a name of the format. */
  wrongIn: (fault: string, field: string) => `${fault} Where: ${field}.`,
  needSeal: (day: string) => `To check this sheet, add the seal of ${day}.`,
  needCheckpoint: (size: string) =>
    `To check that nothing was rewritten, add a signed file that has the log at size ${size}.`,
  needSheet: 'To check these figures, add the sheet of their day and its seal.',
  owed: (day: string, name: string) =>
    `What the company says it owes all members on ${day} includes what it owes ${name}.`,
  sealed: (day: string) => `The ledger sealed the sheet of ${day}.`,
  logged: (at: string) => `The log has what the ledger did at ${at}.`,
  sheet: (day: string) => `This is the sheet of ${day}, as the ledger sealed it.`,
  checkpoint: (count: number) => `The log signed that it has ${count} commands.`,
  growth: (older: number, newer: number) =>
    `The first ${older} of ${newer} commands are those of before: nothing was rewritten.`,
  part: (name: string, day: string) => `The sheet of ${day} has these exact figures: ${name}.`,
  keys: 'By these keys, all else was checked. Use those that you kept, not those of today.',
  owedTo: (name: string) => `Owed to ${name}`,
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
  moved: (amount: string, after: string) => `${amount}, then ${after}`,
  seat: 'Seat taken',
  profile: (no: string) => `Profile ${no}`,
  command: 'Command',
  line: 'Line',
  log: 'Log',
  size: 'Size of the log',
  root: 'Root of the log',
  sheetHash: 'SHA-256 of the sheet',
  fileHash: 'SHA-256 of the file',
  previous: 'The sheet before',
  key: 'Key',
  notSignedBy: 'Signature that wasn’t checked',
  separate: (sizes: string) =>
    `Each of these sizes of the log is signed on its own: ${sizes}. A file of /log/consistency/ ` +
    'shows that a later one only adds to an earlier one.',
  faults: FAULTS as Readonly<Record<FaultCode, string>>, // English says these in its own texts
}

export type Words = typeof en
