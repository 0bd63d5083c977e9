/** We can't use the file, or not right now. The message is for the operator. */
export class BatchRefused extends Error {
  override name = 'BatchRefused'
}
