import { noAnswerText } from '../api.ts'
import { ErrorPanel } from '../ui/notice.tsx'

/** In the place of a part whose code has not come; the page fetches it again from the start. */
export function MissingPart() {
  return <ErrorPanel error={null} title={noAnswerText()} onRetry={() => window.location.reload()} />
}
