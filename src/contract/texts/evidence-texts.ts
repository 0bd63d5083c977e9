/** What the product itself found for an item of the readiness checklist. */
export const evidenceTexts = {
  evidence_version: 'Version {version} is in force.',
  evidence_count: '{count} now.',
  evidence_admins: '{count} now. Operators without a second factor: {names}.',
  evidence_hold: '{hours} hours.',
  evidence_limits:
    'One operator: ${payout} a payout, ${day} a day; adjusted ${member} a member, ${total} a day.',
  evidence_sheet: 'The newest sealed sheet is from {day}.',
  evidence_no_sheet: 'There is no sheet yet.',
  evidence_owns_tables: 'The server can change its own tables.',
  evidence_no_tables: 'It owns no tables.',
  evidence_owner_url: 'It owns no tables, but DATABASE_OWNER_URL is set.',
  evidence_drill:
    'The drill on {at} restored a backup up to command {seq} of {live}, with 0 differences.',
  evidence_drill_of:
    'The drill on {at} restored the backup of {backup} up to command {seq} of {live} exactly.',
  evidence_drill_behind:
    'The drill on {at} restored commands up to {seq} of {live} exactly, and none since {since}.',
  evidence_drill_failed:
    'The drill on {at} restored up to command {seq} of {live}. The one on {failed} failed.',
} as const
