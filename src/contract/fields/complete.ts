/** The header of a downline file: `false` if there are more seats than the file has. */
export const COMPLETE_HEADER = 'Twofold-Complete'
