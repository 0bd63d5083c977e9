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
    NODE_ENV: {
      text: 'With `production`, a missing or weak setting prevents the start.',
      absentInProduction: 'must be `production`',
    },
    PROCESS: { text: 'The part of the product that this process runs.' },
    PORT: { text: 'The port of the web app and the API.' },
    HOST: {
      text: 'The address that `PORT` listens on.',
      absent: '`127.0.0.1`',
      absentInProduction: '`0.0.0.0`',
    },
    PUBLIC_URL: {
      text: 'The product’s public address. Links in emails start with it.',
      absent: '`http://localhost:PORT`',
      absentInProduction: REQUIRED,
      form: '`https://…`',
    },
    TRUSTED_PROXIES: {
      text: 'The number of proxies in front, which we trust for `X-Forwarded-For`.',
    },
    MAX_STREAMS: { text: 'The maximum number of event streams (live updates) per process.' },
    DRAIN_SECONDS: {
      text: 'How long a web process keeps serving requests after a stop signal.',
      absent: '`0`',
      absentInProduction: '`5`',
    },
    DATA_DIR: {
      text:
        'The folder for the embedded database, the devnet, development secrets, and the public ' +
        'log’s last checkpoint.',
    },
    API_DOCS: {
      text: 'Whether `/api/docs` shows the members’ API reference.',
      absent: '`on`',
      absentInProduction: '`off`',
    },
    LOG_LEVEL: {
      text: 'The lowest level of log lines to print.',
      absent: '`warn`',
      absentInProduction: '`info`',
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      text: 'An OpenTelemetry collector that accepts traces over OTLP/HTTP.',
      absent: 'no traces',
      form: '`https://…`; `http:` on a private network only',
    },
    OTEL_EXPORTER_OTLP_HEADERS: {
      text: 'Headers for the collector, such as an API key.',
      absent: NONE,
      form: '`name=value`, separated by commas',
    },
    OTEL_TRACES_SAMPLER_ARG: { text: 'The share of traces to record, from 0 to 1.' },
    METRICS_PORT: {
      text: 'The port of `/metrics` and `/health`, in every process.',
      absent: '`/metrics` on `PORT`, only for this machine',
      absentInProduction: NONE,
    },
    METRICS_HOST: { text: 'The address that `METRICS_PORT` listens on.' },
  },
  Database: {
    DATABASE_URL: {
      text: 'The PostgreSQL connection, with this process’s database role.',
      absent: 'an embedded PostgreSQL 18 in `DATA_DIR/postgres`',
      absentInProduction: REQUIRED,
      form: '`postgresql://…`',
    },
    DATABASE_DIRECT_URL: {
      text: 'The same database without a pooler such as PgBouncer. Some features need a session.',
      absent: '`DATABASE_URL`',
      form: '`postgresql://…`',
    },
    DATABASE_OWNER_URL: {
      text:
        'The role that owns the database, for `npm run migrate` and `npm run maintain`. A ' +
        'process that has it also migrates and grants at startup.',
      absent: 'the embedded database’s owner',
      absentInProduction: 'processes check at startup that `npm run migrate` has run',
      form: '`postgresql://…`',
    },
    DATABASE_ROLES: {
      text:
        'The database role of each kind of process. `npm run migrate` grants them exactly the ' +
        'rights they need.',
      absent: 'roles that already have rights',
      form:
        'such as `web=twofold_web,ledger=twofold_ledger,worker=twofold_worker,' +
        'mail=twofold_mail`',
    },
    DATABASE_READ_URL: {
      text: 'Read replicas. We skip a replica that is down or more than five seconds behind.',
      absent: 'reads use `DATABASE_URL`',
      form: '`postgresql://…`, separated by commas or spaces',
    },
    DATABASE_CONNECTIONS: { text: 'The maximum number of connections to each database.' },
  },
  'Ledger port': {
    LEDGER_PORT: {
      text: 'Where a ledger process accepts commands. The next port is its health check.',
    },
    LEDGER_HOST: {
      text:
        'The address that `LEDGER_PORT` listens on, or the path of a Unix socket. ' +
        'In production, an address that other machines can reach requires the certificates below.',
    },
    LEDGER_NAME: {
      text: 'The name under which other processes reach this ledger process.',
      absent: '`LEDGER_HOST`, or the host name if it listens on all addresses',
    },
    LEDGER_SECRET_WEB: {
      text:
        'Authenticates web processes to the ledger: `openssl rand -base64 48`. ' +
        'Give it only to web and ledger processes.',
      absent: 'derived from `AUTH_SECRET`',
      absentInProduction: 'required for `PROCESS=web` and `ledger`',
    },
    LEDGER_SECRET_WEB_BEFORE: {
      text: 'The previous secret, for ledger processes while web processes still use it.',
      absent: NONE,
    },
    LEDGER_SECRET_CHAIN: {
      text: 'The same for `PROCESS=chain` and `worker`.',
      absent: 'derived from `AUTH_SECRET`',
      absentInProduction: 'required for `PROCESS=chain`, `worker`, and `ledger`',
    },
    LEDGER_SECRET_CHAIN_BEFORE: {
      text: 'The previous secret, for ledger processes while workers still use it.',
      absent: NONE,
    },
    LEDGER_CA: {
      text: 'The CA that signed all processes’ certificates, as PEM. Two CAs during a rotation.',
      absent: 'no TLS',
    },
    LEDGER_CERT: {
      text: 'This process’s certificate, as PEM. It contains the role.',
      absent: 'no TLS',
    },
    LEDGER_KEY: { text: 'The certificate’s key, as PEM.', absent: 'no TLS' },
  },
  'TRON nodes': {
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
  },
  'Deposits and payouts': {
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
  },
  'Public log': {
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
  },
  Reconciliation: {
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
  },
  'Email and contact': {
    SMTP_URL: {
      text: 'The SMTP server for outgoing email.',
      absent: 'a mailbox on `SMTP_PORT`, shown at `/dev/mailbox`',
      absentInProduction: REQUIRED,
      form: '`smtps://…`, or `smtp://…?requireTLS=true`',
    },
    MAIL_FROM: {
      text: 'The sender of outgoing email.',
      absent: 'the brand’s, or its name with an example address',
      absentInProduction: 'the brand’s; **required** without one',
    },
    BRAND: {
      text: 'Your [brand](brand.md) file.',
      absent: '*Twofold*',
      form: 'a path to a JSON file',
    },
    SUPPORT_EMAIL: {
      text: 'The address on the Contact page.',
      absent: 'the brand’s, or an example',
    },
    SUPPORT_TELEGRAM: {
      text: 'A Telegram link on the Contact page and in the footer.',
      absent: 'the brand’s, or an example',
      absentInProduction: 'the brand’s, or not shown',
      form: '`https://t.me/…`',
    },
    SUPPORT_WHATSAPP: {
      text: 'A WhatsApp link on the Contact page and in the footer.',
      absent: 'an example',
      absentInProduction: 'not shown',
      form: '`https://wa.me/…`',
    },
    ALERT_EMAIL: {
      text: 'The recipient of alerts, staff sign-ins, and the audit log’s daily hash.',
      absent: '`SUPPORT_EMAIL`',
    },
  },
  Rates: {
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
  },
  'Sign-in and staff': {
    AUTH_SECRET: {
      text: 'Signs sessions and encrypts second factors: `openssl rand -base64 48`.',
      absent: 'created once in `DATA_DIR/secrets.json`',
      absentInProduction: REQUIRED,
    },
    AUTH_SECRET_BEFORE: {
      text: 'The previous `AUTH_SECRET`. Keep it until every process runs with the new one.',
      absent: NONE,
    },
    OPERATOR_USERNAME: {
      text: 'The first operator of an empty database, with `OPERATOR_PASSWORD`.',
      absent: '`operator`; we print the password at startup',
      absentInProduction: 'no operator; add one with `npm run operator`',
    },
    OPERATOR_PASSWORD: {
      text: 'The first operator’s password. It can’t be a common one.',
      absent: 'created once',
      absentInProduction: 'no operator',
      form: '15 characters or more',
    },
    OPERATOR_IDLE_MINUTES: {
      text: 'When an idle staff session expires. Every session expires after 12 hours.',
    },
    OPERATOR_STEP_UP_MINUTES: {
      text: 'How long a step-up is valid for staff.',
      absent: '`720`',
      absentInProduction: '`10`',
    },
    RATE_LIMITS: {
      text: 'Rate limiting. `off` is for automated tests, and not allowed in production.',
    },
    AUTH_COST: {
      text: 'The cost of password hashes. `low` is for automated tests only.',
    },
  },
  'Development services': {
    DEVNET_PORT: { text: 'The port of the devnet.' },
    DEVNET_BLOCK_MS: {
      text: 'The devnet’s block time in milliseconds. With 0, blocks are produced on demand.',
    },
    SMTP_PORT: { text: 'The port of the development mailbox.' },
    DEV_TRX_RATE: { text: 'The price of TRX in USD without `RATE_SOURCES`.' },
    DEV_USDT_RATE: {
      text: 'The price of USDT without `RATE_SOURCES`. Outside 0.98 to 1.02, deposits close.',
    },
  },
}
