import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CallAnswer } from '../../../contract/call.ts'
import { usdText } from '../../ui/format/money-text.ts'
import { Loaded } from '../../ui/table/loaded.tsx'
import { dateText } from '../../ui/format/time-text.ts'
import { DetailList } from '../../ui/details.tsx'

type Detail = CallAnswer<'getWithdrawal'>

/** The member's earlier deposits and withdrawals, and other members with the same address. */
export function MemberHistory({ query }: { query: UseQueryResult<Detail> }) {
  return (
    <Loaded
      query={query}
      loading={t`Loading the member’s history`}
      failed={t`We couldn’t load the history`}
      lines={3}
    >
      {(data) => <History {...data} />}
    </Loaded>
  )
}

function History({ member, history }: Detail) {
  const { withdrawals_paid: paid, withdrawals_rejected: rejected } = history
  const others = history.address_used_by.filter((name) => name !== member.username)
  return (
    <section aria-label={t`History of the member`}>
      <h3 className="mb-1 text-xs font-medium text-faint uppercase">
        <Trans>History</Trans>
      </h3>
      <DetailList
        details={{
          [t`Member since`]: dateText(member.date_joined),
          [t`Wallet now`]: usdText(member.wallet_balance),
          [t`Deposited`]: usdText(history.deposited),
          [t`Withdrawn`]: usdText(history.withdrawn),
          [t`Payouts`]: t`${paid} paid, ${rejected} rejected`,
          [t`Last paid`]: history.last_paid_at ? dateText(history.last_paid_at) : t`never`,
          ...(others.length > 0 && { [t`Address also used by`]: others.join(', ') }),
        }}
      />
    </section>
  )
}
