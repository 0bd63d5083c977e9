/** The header of a downline list or file: `false` if there are more seats than it has. */
export const COMPLETE_HEADER = 'Twofold-Complete'

/** The most seats in a downline list, level by level. The count includes them all. */
export const MAX_LISTED = 100_000
