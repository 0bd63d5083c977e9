/** Signs out; the code for it is fetched when it is wanted. */
export async function signOut(): Promise<void> {
  const { signOut: end } = await import('./sign-in.ts')
  await end()
}
