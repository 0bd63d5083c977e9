import { noAnswerText } from '../client/api-error.ts'
import { ErrorPanel } from './notice.tsx'

/** In the place of a part whose code has not come; the page fetches it again from the start. */
export function LoadError() {
  return <ErrorPanel error={null} title={noAnswerText()} onRetry={() => window.location.reload()} />
}
