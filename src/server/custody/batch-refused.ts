/** The file, or the moment, is not one that can be used; the message is for the operator. */
export class BatchRefused extends Error {
  override name = 'BatchRefused'
}
