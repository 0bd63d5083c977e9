import { readOptions } from '../src/terminal/tool.ts'
import { buildWeb } from './build-web.ts'

readOptions({ usage: 'Usage: npm run build', options: {} })
await buildWeb()
