import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { languageName } from '../../../contract/fields/languages.ts'
import { valueOf } from '../../../domain/records.ts'
import { ActiveBadge } from '../../ui/badge.tsx'
import { Address } from '../../ui/format/address.tsx'
import { PlanBadge } from '../../ui/plan/plan-mark.tsx'
import { dateTimeText } from '../../ui/format/time-text.ts'
import { paths } from '../parts/console-paths.ts'
import { CellLink, Id, None, Time } from '../parts/list/cells.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { wordsOf } from '../parts/list/filter.ts'
import { DetailList } from '../../ui/details.tsx'
import { Section } from '../parts/section.tsx'
import type { Member } from './queries.ts'

type Profile = Member['profiles'][number]

const COLUMNS: Column<Profile>[] = [
  { key: 'id', label: t`Profile`, title: true, show: (row) => <Id text={row.profile_id} /> },
  { key: 'plan', label: t`Plan`, show: (row) => <PlanBadge plan={row.plan.name} /> },
  { key: 'active', label: t`State`, show: (row) => <ActiveBadge active={row.active} /> },
  {
    key: 'origin',
    label: t({ message: 'From', context: 'origin' }),
    show: (row) => wordsOf(row.origin.kind),
  },
  { key: 'board', label: t`Board`, figures: true, show: (row) => t`${row.board.filled} of 6` },
  { key: 'created', label: t`Created`, show: (row) => <Time at={row.created_at} /> },
  { key: 'activated', label: t`Activated`, show: (row) => <Time at={row.activated_at} /> },
]

const text = (value: string) => value || <None />

const addressOf = (value: string | null) => (value ? <Address value={value} /> : <None />)

/** Who the member is, which seats they hold, and where to look further. */
export function MemberProfile({ member }: { member: Member }) {
  return (
    <>
      <Section title={t`Person`}>
        <DetailList
          details={{
            [t`Name`]: text(`${member.first_name} ${member.last_name}`.trim()),
            [t`Email`]: member.email,
            [t`Phone`]: text(member.phone_number),
            [t`Wallet address`]: addressOf(member.wallet_address),
            [t`Deposit address`]: addressOf(member.deposit_address),
            [t`Referral code`]: member.referral_code,
            ...Object.fromEntries(
              member.accepted_texts.map(({ kind, version, language, at }): [string, string] => [
                acceptedText(kind),
                t`version ${version}, in ${languageName(language)}, ${dateTimeText(at)}`,
              ]),
            ),
          }}
        />
      </Section>
      <Section title={t`Profiles`} flush>
        <DataTable
          label={t`Profiles`}
          columns={COLUMNS}
          rows={member.profiles}
          keyOf={(row) => row.id}
        />
      </Section>
      <Section title={t`Related`}>
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          <li>
            <CellLink to={paths.deposits(member.username)}>
              <Trans>Deposits</Trans>
            </CellLink>
          </li>
          <li>
            <CellLink to={paths.withdrawals(member.username)}>
              <Trans>Withdrawals</Trans>
            </CellLink>
          </li>
          <li>
            <CellLink to={paths.audit(`member ${member.id}`)}>
              <Trans>Staff actions</Trans>
            </CellLink>
          </li>
        </ul>
      </Section>
    </>
  )
}

/** Also names a kind of text that only a newer server knows. */
const acceptedText = (kind: string): string =>
  valueOf({ terms: t`Accepted terms`, privacy: t`Accepted privacy notice` }, kind) ??
  t`Accepted ${kind}`
