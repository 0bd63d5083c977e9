import { plural, t } from '@lingui/core/macro'

/** How often a signed transaction was sent to the network. */
export const broadcastsText = (count: number): string =>
  t`Broadcast ${plural(count, { one: '# time', other: '# times' })}`

export const membersText = (count: number): string =>
  plural(count, { one: '# member', other: '# members' })
