// The seat map's fields for each seat, by profile number.

export const OWNER = 0
export const PARENT = 1
export const LEFT = 2
export const RIGHT = 3
export const DEPTH = 4
export const JUMP = 5
/** The number of seats here and in the downline, as of the last count. */
export const SEATS = 6
/** The number of different members who hold them. */
export const MEMBERS = 7
/** The seat's index in written order: from the top, left before right. */
export const INDEX = 8
/** Open depth: the levels down to the nearest free position; 0 if a leg is empty. */
export const OPEN = 9
export const STRIDE = 10
