import type { WireText } from '../../../contract/texts/text.ts'
import { localize } from '../../client/api-error.ts'
import { toast } from './toast.ts'

/** Shows the sentence that the server answered with. */
export const toastAnswer = ({ detail, text }: { detail: string; text?: WireText }): void =>
  toast(localize(detail, text), { kind: 'success', durationMs: 5000 })
