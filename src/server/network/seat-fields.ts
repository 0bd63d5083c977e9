// What the map of seats keeps of each, by profile number.

export const OWNER = 0
export const PARENT = 1
export const LEFT = 2
export const RIGHT = 3
export const DEPTH = 4
export const JUMP = 5
/** How many seats this one and its downline have, as of the last count. */
export const SEATS = 6
/** How many different members hold them. */
export const PEOPLE = 7
/** Its place when all seats are written down from the top, left before right. */
export const PLACE = 8
/** Levels down to the nearest free position; 0 when a leg is empty. */
export const OPEN = 9
export const stride = 10
