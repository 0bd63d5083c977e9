/** The first thing in an audit file that isn't as it must be, in a sentence that names it. */
export class AuditFault extends Error {
  override name = 'AuditFault'
}
