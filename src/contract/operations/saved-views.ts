import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { described, flag, idOf, listOf, str } from '../fields/described.ts'
import { detail, filledLine, line, paramsOf } from '../fields/fields.ts'
import { viewNameLength, viewSearchLength } from '../fields/limits.ts'
import { issueText } from '../texts/texts.ts'

// Operators' saved filters of the console's lists.

const name = described(
  filledLine(viewNameLength.max),
  'The view’s name, unique among your views of the list.',
  'Large, on hold',
)
const search = described(
  line(viewSearchLength.max).regex(/^(?:\?[^#]*)?$/, issueText('invalid_value')),
  'Filters and order, as in the address of the console’s page. Empty for the whole list.',
  '?status=pending&sort=oldest',
)
const isDefault = flag('Whether the list opens with this view. One per list.', false)

export const newView = z.object({
  list: described(
    filledLine(64).regex(/^[A-Za-z]+$/, issueText('invalid_value')),
    'The list: the call behind it.',
    'operatorListWithdrawals',
  ),
  name,
  search,
})

export const viewChange = z.object({
  name: name.optional(),
  search: search.optional(),
  is_default: isDefault.optional(),
})

export const SavedView = z
  .object({
    id: idOf('The view’s id.', '12'),
    list: str('The list: the call behind it.', 'operatorListWithdrawals'),
    name: str('The view’s name.', 'Large, on hold'),
    search: str('Filters and order, as in the page’s address.', '?status=pending&sort=oldest'),
    is_default: isDefault,
  })
  .meta({ id: 'SavedView', description: 'Filters of a list that you keep under a name.' })

const params = paramsOf('view')

export const savedViewCalls = {
  listSavedViews: {
    summary: 'List your saved views',
    description: 'Returns your views of every list of the console, in the order you saved them.',
    answer: z.object({ results: listOf(SavedView, 'Your views.') }),
    errors: [],
  },
  addSavedView: {
    summary: 'Save a view',
    description: 'Saves a list’s filters under a name. Nobody else sees them.',
    body: newView,
    answer: SavedView,
    errors: ['invalid_request', 'too_many_views'],
  },
  changeSavedView: {
    summary: 'Change a saved view',
    description: 'Renames a view, gives it other filters, or makes it the one the list opens with.',
    params,
    body: viewChange,
    answer: SavedView,
    errors: ['invalid_request', 'not_found'],
  },
  removeSavedView: {
    summary: 'Delete a saved view',
    description: 'Deletes one of your views.',
    params,
    answer: detail,
    errors: ['not_found'],
  },
} satisfies Record<string, CallContract>
