import { noAnswerText } from '../client/api-error.ts'
import { ErrorPanel } from './notice.tsx'

/** Shown instead of a part whose code didn't load. Reloads the page. */
export function LoadError() {
  return <ErrorPanel error={null} title={noAnswerText()} onRetry={() => window.location.reload()} />
}
