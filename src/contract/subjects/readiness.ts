import { z } from 'zod'
import { at, flag, idOf, listOf, oneOf, str, whole } from '../fields/described.ts'
import { Text } from '../fields/fields.ts'
import { languages } from '../fields/languages.ts'

// The readiness checklist, and the legal texts.

export const checklistItems = [
  'operating_entity',
  'terms',
  'privacy',
  'regions',
  'benefits',
  'disclosure',
  'support_contact',
  'deposit_key_test',
  'backup_restored',
  'two_admins',
  'https',
  'two_nodes',
  'withdrawal_hold',
  'approval_limits',
  'schema_owner',
  'same_secret',
] as const

export const Readiness = z
  .object({
    real_money: flag('Whether this installation handles real money.'),
    complete: flag('Whether every item is done.', false),
    deposits_open: flag('Whether members can deposit.'),
    items: listOf(
      z.object({
        name: oneOf(checklistItems, 'The item.'),
        title: str('The item’s title.', 'Operating entity'),
        why: str('Why it matters.', 'Members need to know who they deal with.'),
        done: flag('Whether it is done.'),
        kind: oneOf(['recorded', 'checked'], 'Recorded by admins, or checked by the product.'),
        evidence: str(
          'The evidence; null if nothing was recorded.',
          'Registered as no. 123.',
        ).nullable(),
        evidence_text: Text.describe('`evidence` by its code; null if an admin wrote it.')
          .nullable()
          .meta({ example: null }),
        recorded_by: str('Who recorded it; null if nobody has.', 'sam').nullable(),
        recorded_at: at('When it was recorded; null if it wasn’t.').nullable(),
        confirmed_by: str(
          'The second admin who recorded it; null if nobody has.',
          'lee',
        ).nullable(),
        needs_confirmation: flag('Whether another admin must record it, too.', false),
        not_counted: listOf(
          z.object({
            operator: str('Who recorded it.', 'kim'),
            why: oneOf(['disabled', 'not_admin'], 'Why their record no longer counts.'),
          }),
          'Records that no longer count, because the operator isn’t an admin now.',
          [],
        ),
      }),
      'The checklist.',
    ),
  })
  .meta({ id: 'Readiness', description: 'The requirements for accepting real money.' })

export const legalTextKinds = ['terms', 'privacy'] as const

const language = oneOf(languages, 'The language of the text.').default('en')

export const LegalText = z
  .object({
    kind: oneOf(legalTextKinds, 'Terms of service, or the privacy notice.'),
    version: str('The version’s number.', '1'),
    language,
    original_language: oneOf(
      languages,
      'The language of the original, which prevails over its translations.',
    ).default('en'),
    body: str('The text. Blank lines separate paragraphs.', 'These terms apply to…'),
    published_at: at('When it came into force.'),
  })
  .meta({ id: 'LegalText', description: 'A version of the terms or the privacy notice.' })

const Translation = z.object({
  language,
  body: str('The translated text.', 'Estos términos rigen…'),
  published_by: str('Who published it.', 'sam'),
  published_at: at('When it was published.'),
})

export const PublishedText = LegalText.extend({
  id: idOf('The text’s id.'),
  published_by: str('Who published it.', 'sam'),
  in_force: flag('Whether it is the version in force.'),
  accepted_by: whole('Members who accepted it.', 800),
  translations: listOf(Translation, 'The translations of this version.', []),
}).meta({ id: 'PublishedText', description: 'A legal text in the console.' })
