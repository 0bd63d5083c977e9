import { NONE, REQUIRED, type VariableDocs } from './variable-doc.ts'

export const nodeVariables: VariableDocs = {
  TRON_API_URL: {
    text: 'One or more nodes, separated by commas. More than half of them must agree.',
    absent: 'the devnet on `DEVNET_PORT`',
    absentInProduction: REQUIRED,
    form: '`https://…`; `http:` on a private network only',
  },
  TRON_API_KEY: {
    text: 'An API key for the first node, or one per node, separated by commas.',
    absent: NONE,
  },
  TRON_USDT_CONTRACT: {
    text: 'The address of the USDT token contract.',
    absent: 'the devnet’s; required with `TRON_API_URL`',
    absentInProduction: REQUIRED,
    form: '`T…`',
  },
  TRON_TEST_GENESIS: {
    text: 'Block 0 of a test network, on which coins have no value.',
    absent: NONE,
    absentInProduction: `${REQUIRED} unless the contract is the main network’s`,
    form: '64 hex digits',
  },
  ROTATE_PINS: {
    text: 'The database’s pinned settings that this start may change.',
    absent: 'nothing',
    form: '`genesis`, `usdt_contract`, `deposit_key`, `auth_secret`, separated by commas',
  },
  TRON_REQUESTS_PER_SECOND: { text: 'The maximum number of requests to each node, per process.' },
  TRON_DAILY_REQUESTS: {
    text: 'A provider’s daily limit. We log an error at 80%.',
    absent: NONE,
  },
  TRON_ACCEPTED_BLOCKS: {
    text: 'Blocks that you verified elsewhere. We skip their Merkle root check.',
    absent: NONE,
    form: 'ids, separated by commas',
  },
  TRON_CONFIRMATIONS: {
    text: 'The number of confirmations shown as a deposit’s goal. We credit only final blocks.',
  },
}

export const publicLogVariables: VariableDocs = {
  LOG_KEY: {
    text:
      'The key that signs the public log: `openssl rand -hex 32`. Keep a copy offline. ' +
      'Only processes that follow the chain read it.',
    absent: 'derived from the secrets in `DATA_DIR`',
    absentInProduction: 'required for `PROCESS=chain`, `worker`, and `all`',
    form: '64 hex digits',
  },
  LOG_KEY_BEFORE: {
    text: 'The previous `LOG_KEY`. It also signs, for 30 days after a rotation.',
    absent: NONE,
    form: '64 hex digits',
  },
  LOG_EVERY_S: {
    text: 'The interval between checkpoints of the public log in seconds, if it has grown.',
  },
  WITNESSES: {
    text:
      'The witnesses that cosign each checkpoint, with public keys and addresses. Set it for ' +
      'every process. `npm run witness` runs a witness.',
    absent: 'no cosignatures',
    form: 'up to 10 of `name+id+key https://…`, separated by commas',
  },
  ANCHOR_KEY: {
    text: 'The key of the wallet that pays for daily anchors. Keep its balance low.',
    absent: 'no anchors',
    form: '64 hex digits',
  },
  ANCHOR_TO: {
    text: 'The existing wallet that receives a millionth of a TRX with each anchor.',
    absent: NONE,
    form: '`T…`; required with `ANCHOR_KEY`',
  },
  RESERVE_WALLETS: {
    text: 'The reserve wallets. Each needs a signed statement: `npm run reserves`.',
    absent: NONE,
    form: 'up to 10 of `T…`, separated by commas',
  },
  RESERVE_SAMPLE: {
    text: 'Who sees the daily sample of 64 deposit addresses: auditors, or everyone.',
  },
}

export const reconciliationVariables: VariableDocs = {
  TRON_BALANCE_READER: {
    text: 'The contract that reads many balances per call: `npm run payouts -- reader`.',
    absent: 'the devnet’s',
    absentInProduction: 'we read addresses one by one',
    form: '`T…`',
  },
  RECONCILE_BATCH: { text: 'The number of addresses per call.' },
  RECONCILE_CALLS_PER_SECOND: {
    text: 'The number of calls to each node, as part of `TRON_REQUESTS_PER_SECOND`.',
  },
  RECONCILE_PASS_HOURS: { text: 'How often we compare every address with the ledger.' },
}
