import { AppNotices } from '../installed/app-notices.tsx'
import { CommandKeys } from '../palette/command-keys.tsx'

/** What stands beside every page of a signed-in member, and comes after it. */
export function MemberExtras() {
  return (
    <>
      <CommandKeys />
      <AppNotices />
    </>
  )
}
