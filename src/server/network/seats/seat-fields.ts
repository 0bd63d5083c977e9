// The seat map's fields for each seat.

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
/** Open depth: the levels down to the nearest free position; 0 if a leg is empty. */
export const OPEN = 8
export const STRIDE = 9
