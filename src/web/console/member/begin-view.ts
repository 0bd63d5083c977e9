import type { CallAnswer } from '../../../contract/call.ts'
import { storeView } from '../../session/member-view.ts'

/**
 * Opens the member app in this tab as the member sees it. Its Stop button leads back to the member.
 */
export function beginView({ token, member, operator }: CallAnswer<'viewAsMember'>): void {
  storeView({
    token,
    member: member.username,
    operator,
    backTo: `/operator/members/${member.id}`,
  })
  window.location.assign('/dashboard')
}
