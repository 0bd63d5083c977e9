import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../session/api.ts'
import { Card } from '../../ui/card.tsx'
import { CheckField } from '../../ui/form/check-field.tsx'
import { Loaded } from '../../ui/table/loaded.tsx'
import { toastFailure } from '../../ui/toast/toast-failure.ts'
import { toast } from '../../ui/toast/toast.ts'
import { emailSettingsQuery } from './queries.ts'

/** Which emails the member gets. The server decides it again for each. */
export function Notifications() {
  const settings = useQuery(emailSettingsQuery)
  return (
    <Card label={t`Email notifications`} className="min-w-0 p-5 sm:p-6">
      <h3 className="text-lg font-semibold">
        <Trans>Email notifications</Trans>
      </h3>
      <div className="mt-4 grid gap-4">
        <CheckField
          label={t`Money`}
          hint={t`Deposits, withdrawals, and adjustments. Always on.`}
          checked
          disabled
          readOnly
        />
        <CheckField
          label={t`Security`}
          hint={t`New devices, and changes to how you sign in. Always on.`}
          checked
          disabled
          readOnly
        />
        <Loaded
          query={settings}
          loading={t`Loading your email settings…`}
          failed={t`Failed to load your email settings`}
          lines={1}
        >
          {({ news }) => <News isOn={news} />}
        </Loaded>
      </div>
    </Card>
  )
}

function News({ isOn }: { isOn: boolean }) {
  const client = useQueryClient()
  // A click shows at once, and is reverted if it isn’t saved. The mutation reports that too late.
  const [pressed, setPressed] = useState<boolean | null>(null)
  const save = useMutation({
    mutationFn: (news: boolean) => call('updateEmailSettings', { body: { news } }),
    onSuccess: (saved) => {
      client.setQueryData(emailSettingsQuery.queryKey, saved)
      toast(saved.news ? t`You’ll get news by email` : t`No more news by email`, {
        kind: 'success',
      })
    },
    onError: (error) => toastFailure(error, t`We couldn’t save this setting. Try again.`),
    onSettled: () => setPressed(null),
  })
  return (
    <CheckField
      label={t`News from your network`}
      hint={t`When someone joins with your link, and when a board is complete.`}
      checked={pressed ?? isOn}
      onChange={({ target: { checked } }) => {
        if (pressed !== null) return
        setPressed(checked)
        save.mutate(checked)
      }}
    />
  )
}
