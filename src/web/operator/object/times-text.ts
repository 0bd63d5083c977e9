/** How often something was done. */
export const timesText = (count: number): string => (count === 1 ? 'once' : `${count} times`)
