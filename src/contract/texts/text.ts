import type { TextParams } from '../../domain/texts.ts'

export { fill, type ParamsOf, type TextParams } from '../../domain/texts.ts'

/** A sentence on the wire. Its code may be newer than this client. */
export type WireText = { code: string; params: TextParams }
