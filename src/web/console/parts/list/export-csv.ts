import type { CallInput } from '../../../../contract/call.ts'
import { saveFile } from '../../../client/save-file.ts'
import { callFile } from '../../session/call.ts'
import { readLanguage } from '../../../i18n/language.ts'
import type { ListName } from './list-name.ts'

const PLACES = ['page', 'page_size', 'after']

/** A list may have millions of rows. */
const TIMEOUT_MS = 1_800_000

/** Downloads the whole filtered list as CSV. */
export async function exportCsv(
  name: ListName,
  query: Record<string, string>,
  params: Record<string, string>,
): Promise<void> {
  const filters = Object.entries(query).filter(([key]) => !PLACES.includes(key))
  const input = {
    params,
    query: { ...Object.fromEntries(filters), format: 'csv', language: readLanguage() },
  }
  // Each list has its own filters, which the server checks.
  const file = await callFile(name, input as unknown as CallInput<ListName>, {
    timeoutMs: TIMEOUT_MS,
  })
  saveFile(`twofold-${name.replace(/^(find|list)/, '').toLowerCase()}.csv`, file)
}
