import { columnsOf } from './privileges.ts'

/**
 * Mail processes and workers send to the addresses that admins entered, and record what fails. Only
 * web processes say where events go and which secret signs them.
 */
export const SENT_TO = columnsOf('webhook_endpoints', {
  update: ['failing_since', 'failed_at', 'enabled', 'disabled_at', 'disabled_by'],
})
