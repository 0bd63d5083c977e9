import { ActiveBadge } from '../../ui/badge.tsx'
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
  { key: 'id', label: 'Profile', title: true, show: (row) => <Id text={row.profile_id} /> },
  { key: 'plan', label: 'Plan', show: (row) => <PlanBadge plan={row.plan.name} /> },
  { key: 'active', label: 'State', show: (row) => <ActiveBadge active={row.active} /> },
  { key: 'origin', label: 'From', show: (row) => wordsOf(row.origin.kind) },
  { key: 'board', label: 'Board', figures: true, show: (row) => `${row.board.filled} of 6` },
  { key: 'created', label: 'Created', show: (row) => <Time at={row.created_at} /> },
  { key: 'activated', label: 'Activated', show: (row) => <Time at={row.activated_at} /> },
]

const text = (value: string) => value || <None />

/** Who the member is, which seats they hold, and where to look further. */
export function MemberProfile({ member }: { member: Member }) {
  return (
    <>
      <Section title="Person">
        <DetailList
          details={{
            Name: text(`${member.first_name} ${member.last_name}`.trim()),
            Email: member.email,
            Phone: text(member.phone_number),
            'Wallet address': text(member.wallet_address ?? ''),
            'Deposit address': text(member.deposit_address ?? ''),
            'Referral code': member.referral_code,
            ...Object.fromEntries(
              member.accepted_texts.map(({ kind, version, at }): [string, string] => [
                `Accepted ${kind}`,
                `version ${version}, ${dateTimeText(at)}`,
              ]),
            ),
          }}
        />
      </Section>
      <Section title="Profiles" flush>
        <DataTable
          label="Profiles"
          columns={COLUMNS}
          rows={member.profiles}
          keyOf={(row) => row.id}
        />
      </Section>
      <Section title="Related">
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          <li>
            <CellLink to={paths.deposits(member.username)}>Deposits</CellLink>
          </li>
          <li>
            <CellLink to={paths.withdrawals(member.username)}>Withdrawals</CellLink>
          </li>
          <li>
            <CellLink to={paths.audit(`member ${member.id}`)}>Staff actions</CellLink>
          </li>
        </ul>
      </Section>
    </>
  )
}
