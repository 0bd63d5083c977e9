import { CloseAccount } from './close-account.tsx'
import { DownloadData } from './download-data.tsx'

/** What members can take along, and how they leave. */
export const YourData = () => (
  <>
    <DownloadData />
    <CloseAccount />
  </>
)
