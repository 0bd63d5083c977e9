import type { checklistItems } from '../../contract/subjects/readiness.ts'

// The requirements before we accept members' real money, and their reasons.

export type ItemName = (typeof checklistItems)[number]
type Item = { kind: 'recorded' | 'checked'; title: string; why: string }

export const items: Record<ItemName, Item> = {
  operating_entity: {
    kind: 'recorded',
    title: 'Operating entity',
    why: 'Members need to know who owes them their balance. Give the name, register, and address.',
  },
  terms: {
    kind: 'checked',
    title: 'Terms published',
    why: 'Members accept a version when they join, so they must be able to read it.',
  },
  privacy: {
    kind: 'checked',
    title: 'Privacy notice published',
    why: 'We must tell people how we use their data before they give it to us.',
  },
  regions: {
    kind: 'recorded',
    title: 'Regions not served',
    why: 'Some countries forbid paid network memberships. List them, and how you exclude them.',
  },
  benefits: {
    kind: 'recorded',
    title: 'What each plan gives besides rewards',
    why: 'A plan that pays only for recruiting is a pyramid scheme by law.',
  },
  disclosure: {
    kind: 'checked',
    title: 'Earnings disclosure published',
    why:
      'Anyone who reads about rewards must see what members really earned. The sealed sheet that ' +
      '/transparency shows must be younger than 36 hours.',
  },
  support_contact: {
    kind: 'checked',
    title: 'Support contact',
    why: 'Members with money here need someone to contact. Set SUPPORT_EMAIL.',
  },
  deposit_key_test: {
    kind: 'recorded',
    title: 'Deposit key tested',
    why: 'Test with a small amount: derive an address, deposit, sign offline, and pay it back.',
  },
  backup_restored: {
    kind: 'recorded',
    title: 'Backup restored once',
    why: 'An untested backup may not work. Run npm run drill, or restore one yourself.',
  },
  two_admins: {
    kind: 'checked',
    title: 'Two admins with a second factor',
    why: 'One admin can’t give a four-eyes approval alone.',
  },
  https: {
    kind: 'checked',
    title: 'HTTPS',
    why: 'Without it, others can read passwords and sessions. Set PUBLIC_URL to https://…',
  },
  two_nodes: {
    kind: 'checked',
    title: 'Two TRON nodes',
    why: 'A single node could report false payments. Set two providers in TRON_API_URL.',
  },
  withdrawal_hold: {
    kind: 'checked',
    title: 'Withdrawals held after a change of address or password',
    why: 'A hold gives the owner a day to react to a theft. Set WITHDRAWAL_HOLD_HOURS=24.',
  },
  approval_limits: {
    kind: 'checked',
    title: 'Limits above which two operators must approve',
    why: 'A stolen operator account can move this much alone. Set what you can afford to lose.',
  },
  schema_owner: {
    kind: 'checked',
    title: 'Server uses a database role that owns no tables',
    why: 'The tables’ owner can rewrite the ledger and audit log. Use a role per process.',
  },
  same_secret: {
    kind: 'checked',
    title: 'Same AUTH_SECRET as before',
    why:
      'With another one, nobody can use a second factor, and processes refuse each other’s ' +
      'sessions. The log says how to correct it.',
  },
}
