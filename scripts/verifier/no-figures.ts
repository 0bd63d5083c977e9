/**
 * Stands in for what checks figures, samples, and anchors, in the workers of the members' page: it
 * never checks such files, and each member loads the worker. A worker doesn't recognize them.
 */
const unknown = { fault: '', code: 'unknown_file', field: 'file' } as const

export const looksLikeSolvency = (): boolean => false
export const readSolvency = () => unknown
export const readSample = () => unknown
export const readAnchorFile = () => unknown
export const findReservesFault = () => unknown
export const findSampleFault = () => unknown
export const findIncomeFault = () => unknown
const describe = () => ({ says: '', proof: [] })
export { describe as describeReserves, describe as describeSample, describe as describeAnchor }
