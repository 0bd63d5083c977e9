/** The page's own texts, around the results. */
export const pageWords = {
  title: 'Check the proofs',
  language: 'Language',
  intro:
    'Your files stay on this device. This page asks no one for anything, so it works ' +
    'offline, even after you save it.',
  choose: 'Choose the files, or drop them here',
  pick: 'Choose files',
  hint:
    'Proofs of what you are owed, receipts, seals, sheets, figures, anchors, checkpoints, and ' +
    'the public keys that you saved earlier. Check them together.',
  compare: 'Compare this key',
  compared: 'I compared it with one from elsewhere, and it is the same.',
  again: 'Start over',
  result: 'Result',
  proof: 'Proof',
  noScript: 'This page checks files with its own script. Turn on JavaScript, or run {command}.',
  unreadable: 'We couldn’t read {name}. Choose it again.',
} as const
