import { configOf } from './lingui.config.ts'

// The members' app has no message of the console.
export default configOf(
  (file) => !/^src\/(web\/console|contract\/fields|server|proof|verify)\//.test(file),
)
