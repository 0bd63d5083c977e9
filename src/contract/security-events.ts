/** What is emailed to a member as the security of the account, and can be disputed from there. */
export const securityEvents = [
  'email_asked',
  'email_changed',
  'password_changed',
  'password_reset',
  'wallet_changed',
  'totp_enabled',
  'totp_disabled',
  'new_device',
  'session_copied',
  'recovery_code',
  'wrong_code',
  'factor_locked',
] as const

export type SecurityEvent = (typeof securityEvents)[number]
