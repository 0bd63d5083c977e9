/** The name of this installation's log: where it is served, without the scheme. */
export const originOf = (publicUrl: string): string => `${new URL(publicUrl).host}/log`
