import { NONE, REQUIRED, type VariableDocs } from './variable-doc.ts'

export const contactVariables: VariableDocs = {
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
}

export const signInVariables: VariableDocs = {
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
}
