import { z } from 'zod'
import { filledText, newPassword, usdIn } from './fields.ts'
import * as limits from './limits.ts'

// Fields that several of the operators' calls take.

export const reason = filledText(limits.reasonLength.max).min(
  limits.reasonLength.min,
  `Use at least ${limits.reasonLength.min} characters.`,
)

/** An operator's own password: longer than a member's, since it opens more. */
export const newOperatorPassword = newPassword.min(
  limits.operatorPasswordLength.min,
  `Use at least ${limits.operatorPasswordLength.min} characters.`,
)

export const planDraft = z.object({
  name: z.enum(['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond']),
  joining_fee: usdIn,
  level1: usdIn,
  level2: usdIn,
  sponsor_bonus: usdIn,
  reentries: z.number().int().min(0).max(100),
})
