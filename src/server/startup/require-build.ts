import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BadConfig, type Config } from '../config/config.ts'
import { roles } from '../config/roles.ts'

/** What `npm run build` writes. */
export const buildDirectory = join(import.meta.dirname, '../../../build')

/** Without its pages, a web process would seem ready and answer every visitor with 404. */
export function requireBuild(
  { production, part }: Pick<Config, 'production' | 'part'>,
  directory = buildDirectory,
): void {
  if (!production || !roles[part].serves) return
  const pages = ['client/index.html', 'console/index.html']
  if (pages.every((page) => existsSync(join(directory, page)))) return
  throw new BadConfig(
    `There is no web app in ${directory}. Run \`npm run build\`, then start this.`,
  )
}
