import { z } from 'zod'
import type { CallContract } from '../endpoint.ts'
import { listOf } from '../fields/described.ts'
import { detail, paramsOf } from '../fields/fields.ts'
import { newView, SavedView, viewChange } from '../subjects/saved-views.ts'

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
    description: 'Keeps filters of a list under a name. Nobody else sees them.',
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
