import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge } from '../../ui/badge.tsx'
import { CheckField } from '../../ui/form/check-field.tsx'
import { wordsOf } from '../parts/list/filter.ts'
import { Section } from '../parts/section.tsx'
import { chooseSingleKeys, useSingleKeys } from '../../client/single-keys.ts'
import { useOperator } from '../session/operator-session.ts'
import { Head } from '../parts/head.tsx'
import { OwnPassword } from './own-password.tsx'
import { OwnPasskeys } from './own-passkeys.tsx'
import { EnrolTotp } from './enrol-totp.tsx'
import { Sessions } from './own-sessions.tsx'

/** The operator's own access: the second factor and active sessions. */
export function SecurityPage() {
  const { totp_enrolled: enrolled, username, role } = useOperator()
  return (
    <>
      <Head title={t`Your access`} intro={`${username}, ${wordsOf(role).toLowerCase()}`} />
      <div className="mt-5 grid max-w-4xl gap-4">
        <Section title={t`Passkeys`}>
          <OwnPasskeys />
        </Section>
        <Section title={t`Authenticator app`}>{enrolled ? <Enrolled /> : <EnrolTotp />}</Section>
        <Section title={t`Password`}>
          <OwnPassword />
        </Section>
        <Section title={t`Keyboard`}>
          <KeySwitch />
        </Section>
        <Sessions />
      </div>
    </>
  )
}

function KeySwitch() {
  return (
    <CheckField
      label={t`Single-letter keys`}
      hint={t`j, k, a, r, and x in the queues, / for the search. Kept in this browser.`}
      checked={useSingleKeys()}
      onChange={(event) => chooseSingleKeys(event.target.checked)}
    />
  )
}

function Enrolled() {
  return (
    <p className="flex flex-wrap items-center gap-3 text-sm text-soft">
      <Trans>
        <Badge tone="good">On</Badge>
        Lost the app or device? Another admin can reset your access under Operators, or someone with
        server access can run <code>npm run operator -- reset</code>.
      </Trans>
    </p>
  )
}
