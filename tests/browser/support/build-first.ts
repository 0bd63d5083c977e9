import { buildWeb } from '../../../scripts/build-web.ts'
import { fillCompileCache } from '../../support/start/compile-cache.ts'

/** The tests look at what is served: the build of the sources as they are now. */
export default async function buildFirst(): Promise<void> {
  await buildWeb()
  await fillCompileCache()
}
