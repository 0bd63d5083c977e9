import { CloseAccount } from './close-account.tsx'
import { DownloadData } from './download-data.tsx'

/** Exporting the member's data, and closing the account. */
export const YourData = () => (
  <>
    <DownloadData />
    <CloseAccount />
  </>
)
