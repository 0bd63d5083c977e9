import { Icon } from '../../ui/icon.tsx'
import type { Deposit } from './deposit-steps.tsx'
import { VerifyForm } from './verify-form.tsx'

/** For "I sent it and nothing shows": what usually explains it, and one transaction looked up. */
export function NotArrived({ deposit }: { deposit: Deposit }) {
  return (
    <details className="group mt-4 text-sm">
      <summary
        className={
          'flex min-h-11 cursor-pointer list-none items-center gap-2 font-medium text-ink ' +
          'underline-offset-4 hover:underline'
        }
      >
        <Icon name="forward" className="size-4 group-open:rotate-90" />
        Sent, but not arrived?
      </summary>
      <ul className="mb-4 list-disc pl-5 text-soft">
        <li>Your wallet may not have sent it yet: look for a transaction hash there.</li>
        <li>
          It must have gone to <span className="break-all">{deposit.wallet_address}</span>.
        </li>
        <li>
          It must be {deposit.cryptocurrency} on the TRON network; other tokens and networks are not
          seen here.
        </li>
      </ul>
      <VerifyForm requestId={deposit.request_id} onDone={() => undefined} />
    </details>
  )
}
