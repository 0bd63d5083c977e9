import { sql } from 'kysely'
import { compileOnce, type Given } from '../../db/compiled.ts'
import { given, now } from '../../db/expressions.ts'
import type { Tx } from '../../db/types.ts'
import { oneLine, renderText, type EmailContent } from './template.ts'

type EmailKind = 'verification' | 'recovery' | 'security' | 'money' | 'contact' | 'news'
export type Email = {
  to: string
  kind: EmailKind
  content: EmailContent
  /** Before all other due emails, however many they are. */
  isFirst?: boolean
}

const MAX_SUBJECT_LENGTH = 200

/** Queues emails in the transaction that causes them, so that both commit or neither does. */
export async function enqueueEmails(tx: Tx, emails: readonly Email[]): Promise<void> {
  if (emails.length === 0) return
  await insertEmails.run(tx, {
    // Never cut: the beginning of an address may be someone else's.
    recipients: emails.map(({ to }) => oneLine(to)),
    kinds: emails.map(({ kind }) => kind),
    subjects: emails.map(({ content }) => oneLine(content.subject).slice(0, MAX_SUBJECT_LENGTH)),
    texts: emails.map(({ content }) => renderText(content)),
    contents: emails.map(({ content }) => JSON.stringify(content)),
    areFirst: emails.map(({ isFirst = false }) => isFirst),
  })
}

type Lists = Record<
  'recipients' | 'kinds' | 'subjects' | 'texts' | 'contents',
  readonly string[]
> & {
  areFirst: readonly boolean[]
}

// One list per column, so that any number of emails needs the same statement.
const insertEmails = compileOnce(
  (db, { recipients, kinds, subjects, texts, contents, areFirst }: Given<Lists>) =>
    db
      .insertInto('emails')
      .columns(['recipient', 'kind', 'subject', 'text', 'content', 'next_at'])
      .expression((eb) =>
        eb
          .selectFrom(
            given('queued', {
              recipient: { values: recipients, type: 'text' },
              kind: { values: kinds, type: 'text' },
              subject: { values: subjects, type: 'text' },
              text: { values: texts, type: 'text' },
              content: { values: contents, type: 'jsonb' },
              is_first: { values: areFirst, type: 'boolean' },
            }),
          )
          .select((queued) => [
            'recipient',
            'kind',
            'subject',
            'text',
            'content',
            // Due emails are sent in the order of these times.
            queued
              .case()
              .when(queued.ref('is_first'))
              .then(sql<Date>`'epoch'::timestamptz`)
              .else(now)
              .end()
              .as('next_at'),
          ]),
      ),
)
