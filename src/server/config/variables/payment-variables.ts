import { REQUIRED, type VariableDocs } from './variable-doc.ts'

export const paymentVariables: VariableDocs = {
  TRON_DEPOSIT_XPUB: {
    text: 'The key that deposit addresses derive from: `npm run wallet -- new`, offline.',
    absent: 'created once in `DATA_DIR/secrets.json`',
    absentInProduction: REQUIRED,
    form: '`xpub…`',
  },
  PAYOUT_KEY: {
    text:
      'The hot wallet’s key. Only processes that pay read it. In production, `PROCESS=all` ' +
      'accepts only `offline`.',
    absent: 'created once; the devnet funds its wallet',
    absentInProduction: 'required for `PROCESS=chain`, `worker`, and `all`',
    form: '64 hex digits, or `offline`',
  },
  TRX_DEPOSIT_LIMIT_USD: {
    text:
      'The maximum of a deposit request in TRX, whose rate we lock for 15 minutes. ' +
      'Set the same for web and ledger processes.',
  },
  EXPORT_KEY_FILE: {
    text: 'The key file that seals offline payout exports. Only `npm run payouts` reads it.',
    absent: '`DATA_DIR/export-key`',
    absentInProduction: 'required for offline payouts, sweeps, and top-ups',
  },
  USDT_PAYOUTS: { text: 'Whether members can request payouts in USDT.' },
  FEE_CEILING_TRX: { text: 'The maximum TRX that one USDT transfer may burn.' },
  FLOAT_LIMIT_USD: { text: 'The hot wallet balance above which we raise an alert.' },
  WITHDRAWAL_HOLD_HOURS: {
    text:
      'How long we hold withdrawals after a change of address or password. The longest setting ' +
      'counts: that of the process that makes the change, or of the processes that pay.',
    absent: '`0`',
    absentInProduction: '`24`',
  },
  APPROVAL_LIMIT_USD: { text: 'The payout amount above which two operators must approve.' },
  APPROVAL_DAY_LIMIT_USD: { text: 'The same for the total that one operator approves in a day.' },
  ADJUSTMENT_LIMIT_USD: {
    text: 'The amount that one operator can adjust alone for one member in 24 hours.',
  },
  ADJUSTMENT_DAY_LIMIT_USD: { text: 'The same for all members combined.' },
}

export const rateVariables: VariableDocs = {
  RATE_SOURCES: {
    text: 'Price sources for TRX. Set at least two. A mirror isn’t a second source.',
    absent: 'the fixed `DEV_TRX_RATE`',
    absentInProduction: REQUIRED,
    form: 'names, separated by commas; a mirror is `name@https://…`',
  },
  USDT_RATE_SOURCES: {
    text: 'Price sources for USDT.',
    absent: 'the fixed `DEV_USDT_RATE`',
    absentInProduction: 'all supported sources, with the mirrors of `RATE_SOURCES`',
    form: 'names, separated by commas',
  },
}
