/** The help text of `npm run payouts`. */
export const USAGE = `Usage: npm run payouts -- <command>

  status                                     why payouts are paused, what can't be paid, and
                                             unexplained transfers
  house-key                                  prints the public key that seals exports, for
                                             "npm run wallet -- trust"; creates it if there is none
  export  --from T… --out FILE --operator NAME [--without BATCH|NO,NO]…
                                             exports approved withdrawals for the owner of T… to
                                             sign; --without: leaves out those of a discarded
                                             file that was signed
  sweep   --to T… --out FILE --operator NAME [--above 25] [--xpub FILE]
                                             exports sweeps to T… from deposit addresses that are
                                             worth at least this many dollars;
                                             --xpub: those of the earlier TRON_DEPOSIT_XPUB
                                             in FILE ("-" is standard input)
  top-up  --from T… --to T… --out FILE --operator NAME [--above 25] [--xpub FILE]
                                             exports transfers of the TRX that this sweep of USDT
                                             needs
  reader  [--address T…]                     checks that the nodes have the balance reader's code
  reader  --deploy --key FILE                deploys it, paid for by the key in FILE
  discard --batch NAME --operator NAME --why TEXT
                                             gives up an export that was not imported
  wallets                                    lists our own wallets
  wallets --add T… --role payout|cold --operator NAME --why TEXT
  wallets --retire T… [--mistaken] --operator NAME --why TEXT
                                             books its transfers to us as payments again;
                                             --mistaken: it was never ours, so we also book its
                                             earlier payments, and take what it received out of
                                             custody
  import  --signed FILE --operator NAME      imports the file that "npm run wallet -- sign" wrote
  opening --from T… --operator NAME --why TEXT
                                             books what T… held before we tracked it
  retry   --withdrawal NO | --address T… --operator NAME --why TEXT
                                             tries a refused withdrawal or sweep again
  review  --address T… --operator NAME --why TEXT
                                             records why T… holds less than the ledger says; we pay
                                             its owner again, unless the shortfall grows
  pause|resume history_lost --operator NAME --why TEXT
                                             pauses payouts after a restore, and resumes them
  explain --txid ID [--not-for NO,NO] --operator NAME --why TEXT
                                             books an unexplained transfer from one of our addresses
                                             --not-for: it pays none of these open withdrawals,
                                             although it went to their address
`

export const COMMANDS = [
  'status',
  'house-key',
  'export',
  'sweep',
  'top-up',
  'reader',
  'discard',
  'wallets',
  'import',
  'opening',
  'retry',
  'review',
  'pause',
  'resume',
  'explain',
] as const
