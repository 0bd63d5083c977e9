import type { VariableName } from './environment.ts'

// The purpose of each variable. `npm run reference` makes docs/configuration.md and .env.example
// from it, together with the formats and defaults of environment.ts.

export type VariableDoc = {
  text: string
  /** What happens if it is missing, unless it has a default. */
  absent?: string
  /** The same in production, if that differs. */
  absentInProduction?: string
  /** The form of its value, if the format alone isn't clear. */
  form?: string
}

const REQUIRED = '**required**'
const NONE = 'none'

export const variableGroups: Record<string, Partial<Record<VariableName, VariableDoc>>> = {
  Process: {
    NODE_ENV: { text: 'In production, a missing or weak setting stops the start.' },
    PROCESS: { text: 'Which part of the product this process runs.' },
    PORT: { text: 'The port of the web app and the API.' },
    HOST: {
      text: 'The address that `PORT` listens on.',
      absent: '`127.0.0.1`',
      absentInProduction: '`0.0.0.0`',
    },
    PUBLIC_URL: {
      text: 'Where members reach the product. Links in emails start with it.',
      absent: '`http://localhost:PORT`',
      absentInProduction: REQUIRED,
      form: '`https://…`',
    },
    TRUSTED_PROXIES: {
      text: 'How many proxies in front of us we trust for `X-Forwarded-For`.',
    },
    MAX_STREAMS: { text: 'The most event streams (live updates) that one process holds open.' },
    DRAIN_SECONDS: {
      text: 'How long a web process still answers after a stop signal, for load balancers.',
      absent: '`0`',
      absentInProduction: '`5`',
    },
    DATA_DIR: {
      text:
        'The embedded database, the devnet, the secrets of development, and the last checkpoint ' +
        'of the public log.',
    },
    API_DOCS: {
      text: 'Whether `/api/docs` shows the members’ API reference.',
      absent: '`on`',
      absentInProduction: '`off`',
    },
    LOG_LEVEL: {
      text: 'The least severe log lines that we print.',
      absent: '`warn`',
      absentInProduction: '`info`',
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      text: 'A collector of OpenTelemetry that takes traces over OTLP/HTTP.',
      absent: 'no traces',
      form: '`https://…`; `http:` on a private network only',
    },
    OTEL_EXPORTER_OTLP_HEADERS: {
      text: 'Headers for the collector, such as a key.',
      absent: NONE,
      form: '`name=value`, with commas in between',
    },
    OTEL_TRACES_SAMPLER_ARG: { text: 'The share of traces that we record, from 0 to 1.' },
    METRICS_PORT: {
      text: 'The port of `/metrics` and `/health`, in every process.',
      absent: '`/metrics` on `PORT`, for this machine only',
      absentInProduction: NONE,
    },
    METRICS_HOST: { text: 'The address that `METRICS_PORT` listens on.' },
  },
  Database: {
    DATABASE_URL: {
      text: 'PostgreSQL, with the role of this process.',
      absent: 'an embedded PostgreSQL 18 in `DATA_DIR/postgres`',
      absentInProduction: REQUIRED,
      form: '`postgresql://…`',
    },
    DATABASE_DIRECT_URL: {
      text: 'The same database past a pooler such as PgBouncer, for what needs a session.',
      absent: '`DATABASE_URL`',
      form: '`postgresql://…`',
    },
    DATABASE_OWNER_URL: {
      text: 'The role that owns the schema. It migrates and grants rights at the start only.',
      absent: 'the embedded database’s owner',
      absentInProduction: 'the server owns its tables, with a warning',
      form: '`postgresql://…`',
    },
    DATABASE_READ_URL: {
      text: 'Replicas for reads. We skip one that is down or more than five seconds behind.',
      absent: 'reads use `DATABASE_URL`',
      form: '`postgresql://…`, or several with commas or spaces',
    },
    DATABASE_CONNECTIONS: { text: 'The most connections to each database.' },
  },
  'Ledger port': {
    LEDGER_PORT: {
      text: 'Where a ledger process takes commands. The next port says that it is alive.',
    },
    LEDGER_HOST: {
      text:
        'The address that `LEDGER_PORT` listens on, or the path of a Unix socket. ' +
        'In production, an address that other machines reach needs the certificates below.',
    },
    LEDGER_NAME: {
      text: 'The name under which other processes find this ledger process.',
      absent: '`LEDGER_HOST`, or the machine’s name if that is every address',
    },
    LEDGER_SECRET_WEB: {
      text:
        'What web processes show the ledger: `openssl rand -base64 48`. ' +
        'Ledger processes have it, too, and no others.',
      absent: 'derived from `AUTH_SECRET`',
      absentInProduction: 'required for `PROCESS=web` and `ledger`',
    },
    LEDGER_SECRET_WEB_BEFORE: {
      text: 'The previous one, for ledger processes while web processes still use it.',
      absent: NONE,
    },
    LEDGER_SECRET_CHAIN: {
      text: 'The same for `PROCESS=chain` and `worker`.',
      absent: 'derived from `AUTH_SECRET`',
      absentInProduction: 'required for `PROCESS=chain`, `worker`, and `ledger`',
    },
    LEDGER_SECRET_CHAIN_BEFORE: {
      text: 'The previous one, for ledger processes while workers still use it.',
      absent: NONE,
    },
    LEDGER_CA: {
      text: 'The authority that signed all processes’ certificates, as PEM. Two during a change.',
      absent: 'no TLS',
    },
    LEDGER_CERT: {
      text: 'This process’s certificate, as PEM. It names the role.',
      absent: 'no TLS',
    },
    LEDGER_KEY: { text: 'Its key, as PEM.', absent: 'no TLS' },
  },
  'TRON nodes': {
    TRON_API_URL: {
      text: 'One node, or several with commas. More than half of them must agree.',
      absent: 'the devnet on `DEVNET_PORT`',
      absentInProduction: REQUIRED,
      form: '`https://…`; `http:` on a private network only',
    },
    TRON_API_KEY: {
      text: 'A key for the first node, or one per node with commas.',
      absent: NONE,
    },
    TRON_USDT_CONTRACT: {
      text: 'The contract whose transfers are USDT.',
      absent: 'the devnet’s; required with `TRON_API_URL`',
      absentInProduction: REQUIRED,
      form: '`T…`',
    },
    TRON_TEST_GENESIS: {
      text: 'Block 0 of a test network, whose coins are worthless.',
      absent: NONE,
      absentInProduction: `${REQUIRED} unless the contract is the main network’s`,
      form: '64 hex digits',
    },
    ROTATE_PINS: {
      text: 'What this start may change about the database’s network or deposit key.',
      absent: 'nothing',
      form: '`genesis`, `usdt_contract`, `deposit_key`, with commas',
    },
    TRON_REQUESTS_PER_SECOND: { text: 'The most requests to each node, per process.' },
    TRON_DAILY_REQUESTS: {
      text: 'A provider’s daily limit. The log has an error at 80%.',
      absent: NONE,
    },
    TRON_ACCEPTED_BLOCKS: {
      text: 'Blocks that you verified elsewhere. We skip the check of their Merkle root.',
      absent: NONE,
      form: 'ids with commas',
    },
    TRON_CONFIRMATIONS: {
      text: 'What a deposit’s progress counts up to. Credits wait for final blocks anyway.',
    },
  },
  'Deposits and payouts': {
    TRON_DEPOSIT_XPUB: {
      text: 'Derives the deposit addresses. Create it offline with `npm run wallet -- new`.',
      absent: 'created once in `DATA_DIR/secrets.json`',
      absentInProduction: REQUIRED,
      form: '`xpub…`',
    },
    PAYOUT_KEY: {
      text: 'The hot wallet’s key. `PROCESS=web` never reads it; `PROCESS=all` refuses it.',
      absent: 'created once; the devnet funds its wallet',
      absentInProduction: `${REQUIRED} unless \`PROCESS=web\``,
      form: '64 hex digits, or `offline`',
    },
    EXPORT_KEY_FILE: {
      text: 'Seals exports for the offline signer. Only `npm run payouts` reads it.',
      absent: '`DATA_DIR/export-key`',
    },
    USDT_PAYOUTS: { text: 'Whether members may ask for payouts in USDT.' },
    FEE_CEILING_TRX: { text: 'The most TRX that one USDT transfer may burn.' },
    FLOAT_LIMIT_USD: { text: 'A hot wallet above this raises an alert.' },
    WITHDRAWAL_HOLD_HOURS: {
      text: 'How long withdrawals rest after a change of address or password.',
      absent: '`0`',
      absentInProduction: '`24`',
    },
    APPROVAL_LIMIT_USD: { text: 'Two operators approve a payout above this.' },
    APPROVAL_DAY_LIMIT_USD: { text: 'The same for all that one operator approves in a day.' },
    ADJUSTMENT_LIMIT_USD: {
      text: 'What one operator may adjust alone for one member in 24 hours.',
    },
    ADJUSTMENT_DAY_LIMIT_USD: { text: 'The same for all members together.' },
  },
  'Public log': {
    LOG_KEY: {
      text:
        'Signs the public log: `openssl rand -hex 32`. Keep a copy offline. ' +
        'Only processes that follow the chain read it.',
      absent: 'derived from the secrets in `DATA_DIR`',
      absentInProduction: 'required for `PROCESS=chain`, `worker`, and `all`',
      form: '64 hex digits',
    },
    LOG_KEY_BEFORE: {
      text: 'The previous `LOG_KEY`. It signs beside the new one, for 30 days after a change.',
      absent: NONE,
      form: '64 hex digits',
    },
    LOG_EVERY_S: { text: 'Seconds between checkpoints of the public log, when it has grown.' },
    WITNESSES: {
      text:
        'Who cosigns each checkpoint: public keys of witnesses with their addresses. Every ' +
        'process needs them. `npm run witness` is one.',
      absent: 'nobody is asked',
      form: 'up to 10 of `name+id+key https://…`, separated by commas',
    },
    ANCHOR_KEY: {
      text: 'Pays for the transaction that anchors each day. Give this wallet little.',
      absent: 'days aren’t anchored',
      form: '64 hex digits',
    },
    ANCHOR_TO: {
      text: 'The wallet that gets the millionth of a TRX of each anchor. It must exist already.',
      absent: NONE,
      form: '`T…`; required with `ANCHOR_KEY`',
    },
    RESERVE_WALLETS: {
      text: 'Wallets that back what we owe. Each needs a signed statement: `npm run reserves`.',
      absent: NONE,
      form: 'up to 10 of `T…`, separated by commas',
    },
    RESERVE_SAMPLE: {
      text: 'Who sees the 64 deposit addresses that a block draws each day: auditors, or everyone.',
    },
  },
  Reconciliation: {
    TRON_BALANCE_READER: {
      text: 'A contract that reads many balances in one call: `npm run payouts -- reader`.',
      absent: 'the devnet’s',
      absentInProduction: 'addresses are read one by one',
      form: '`T…`',
    },
    RECONCILE_BATCH: { text: 'Addresses in one call.' },
    RECONCILE_CALLS_PER_SECOND: {
      text: 'Calls to each node, out of `TRON_REQUESTS_PER_SECOND`.',
    },
    RECONCILE_PASS_HOURS: { text: 'How often every address is compared with the ledger.' },
  },
  'Email and contact': {
    SMTP_URL: {
      text: 'The server that sends our emails.',
      absent: 'a mailbox on `SMTP_PORT`, shown at `/dev/mailbox`',
      absentInProduction: REQUIRED,
      form: '`smtps://…`, or `smtp://…?requireTLS=true`',
    },
    MAIL_FROM: {
      text: 'The sender of our emails.',
      absent: 'the brand’s, or its name with an example address',
      absentInProduction: 'the brand’s; **required** without one',
    },
    BRAND: {
      text: 'The file with your brand: [brand](brand.md).',
      absent: '*Twofold*',
      form: 'a path to a JSON file',
    },
    SUPPORT_EMAIL: {
      text: 'The address on the Contact page.',
      absent: 'the brand’s, or an example',
    },
    SUPPORT_TELEGRAM: {
      text: 'A link on the Contact page and in the footer.',
      absent: 'the brand’s, or an example',
      absentInProduction: 'the brand’s, or not shown',
      form: '`https://t.me/…`',
    },
    SUPPORT_WHATSAPP: {
      text: 'The same.',
      absent: 'an example',
      absentInProduction: 'not shown',
      form: '`https://wa.me/…`',
    },
    ALERT_EMAIL: {
      text: 'Receives alerts, staff sign-ins, and the daily hash of the audit log.',
      absent: '`SUPPORT_EMAIL`',
    },
  },
  Rates: {
    RATE_SOURCES: {
      text: 'Venues that price TRX. Name at least two; a mirror isn’t a second venue.',
      absent: 'the fixed `DEV_TRX_RATE`',
      absentInProduction: REQUIRED,
      form: 'names with commas; a mirror is `name@https://…`',
    },
    USDT_RATE_SOURCES: {
      text: 'Venues that price USDT.',
      absent: 'the fixed `DEV_USDT_RATE`',
      absentInProduction: 'all we know, at the mirrors of `RATE_SOURCES`',
      form: 'names with commas',
    },
  },
  'Sign-in and staff': {
    AUTH_SECRET: {
      text: 'Signs sessions and seals second factors: `openssl rand -base64 48`.',
      absent: 'created once in `DATA_DIR/secrets.json`',
      absentInProduction: REQUIRED,
    },
    AUTH_SECRET_BEFORE: {
      text: 'The previous `AUTH_SECRET`, for the first start after you changed it.',
      absent: NONE,
    },
    OPERATOR_USERNAME: {
      text: 'With `OPERATOR_PASSWORD`: the first operator of an empty database.',
      absent: '`operator`; the start prints the password',
      absentInProduction: 'no operator; add one with `npm run operator`',
    },
    OPERATOR_PASSWORD: {
      text: '15 characters or more, not a common password.',
      absent: 'created once',
      absentInProduction: 'no operator',
    },
    OPERATOR_IDLE_MINUTES: {
      text: 'An unused staff session ends after this. Any session ends after 12 hours.',
    },
    OPERATOR_STEP_UP_MINUTES: {
      text: 'How long a password entered again counts.',
      absent: '`720`',
      absentInProduction: '`10`',
    },
    RATE_LIMITS: { text: '`off` is for automated tests. Production refuses it.' },
    AUTH_COST: {
      text: '`low` makes password hashes cheap, for automated tests. Production refuses it.',
    },
  },
  'Development services': {
    DEVNET_PORT: { text: 'The port of the devnet.' },
    DEVNET_BLOCK_MS: { text: 'Time between the devnet’s blocks. 0: blocks only on demand.' },
    SMTP_PORT: { text: 'The port of the development mailbox.' },
    DEV_TRX_RATE: { text: 'USD per TRX without `RATE_SOURCES`.' },
    DEV_USDT_RATE: {
      text: 'USD per USDT without `RATE_SOURCES`. Outside 0.98 to 1.02, USDT deposits close.',
    },
  },
}
