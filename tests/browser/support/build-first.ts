import { buildWeb } from '../../../scripts/build-web.ts'
import { fillCompileCache } from '../../support/start/compile-cache.ts'

/** The tests use the served build, made from the current sources. */
export default async function buildFirst(): Promise<void> {
  await buildWeb()
  await fillCompileCache()
}
