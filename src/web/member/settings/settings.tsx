import type { User } from '../../session/session.ts'
import { Appearance } from './appearance.tsx'
import { Notifications } from './notifications.tsx'

/** What we send, and how the pages look. */
export const Settings = ({ user }: { user: User }) => (
  <>
    <Notifications />
    <Appearance user={user} />
  </>
)
