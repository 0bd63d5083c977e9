import { NONE, REQUIRED, type VariableDocs } from './variable-doc.ts'

export const processVariables: VariableDocs = {
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
}

export const databaseVariables: VariableDocs = {
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
}

export const ledgerPortVariables: VariableDocs = {
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
}

export const developmentVariables: VariableDocs = {
  DEVNET_PORT: { text: 'The port of the devnet.' },
  DEVNET_BLOCK_MS: {
    text: 'The devnet’s block time in milliseconds. With 0, blocks are produced on demand.',
  },
  SMTP_PORT: { text: 'The port of the development mailbox.' },
  DEV_TRX_RATE: { text: 'The price of TRX in USD without `RATE_SOURCES`.' },
  DEV_USDT_RATE: {
    text: 'The price of USDT without `RATE_SOURCES`. Outside 0.98 to 1.02, deposits close.',
  },
}
