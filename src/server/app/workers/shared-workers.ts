import type { Context } from '../../context.ts'
import { startEmailWorker } from '../../email/send-emails.ts'
import { expireImports } from '../../imports/expire-imports.ts'
import { startRewardDays } from '../../history/roll-up-rewards.ts'
import { startEmailingActivations } from '../../network/email-activations.ts'
import { startCounting } from '../../monitoring/advance-counts.ts'
import { expireAccessChanges } from '../../rights/expire-access-changes.ts'
import type { StopList } from '../../startup/stop-list.ts'
import { startCountingBoards } from '../../transparency/boards/board-counts.ts'
import { keepDisclosure } from '../../transparency/disclosure.ts'
import { endExpired } from '../../webhooks/lanes.ts'
import { startWebhooks } from '../../webhooks/send-events.ts'
import { startForgetting } from '../../workers/forget.ts'

/** Any number of processes may run these. */
export function startSharedWorkers(context: Context, stops: StopList): void {
  const { config, db } = context
  const from = { from: config.emailFrom, host: new URL(config.publicUrl).hostname }
  const smtp = { smtpUrl: config.smtpUrl ?? '', ...from, readDisclosure: keepDisclosure(db) }
  const emails = startEmailWorker(context, smtp)
  stops.add('emails', () => emails.stop())
  const activations = startEmailingActivations(context)
  stops.add('activation emails', () => activations.stop())
  const forgetting = startForgetting(context, expireAccessChanges, expireImports, endExpired)
  stops.add('forgetting', () => forgetting.stop())
  const webhooks = startWebhooks(context)
  stops.add('webhooks', () => webhooks.stop())
  const rewardDays = startRewardDays(context)
  stops.add('reward days', () => rewardDays.stop())
  const counts = startCounting(context)
  stops.add('counts', () => counts.stop())
  const boards = startCountingBoards(context)
  stops.add('boards', () => boards.stop())
}
