import { configOf } from './lingui.config.ts'

// The console has its own messages, those of the parts that it shares, and the server's.
export default configOf(
  (file) =>
    !/^src\/(proof|verify|server\/(language|lists|transparency)|web\/(gallery|member|pwa|visitor))\//.test(
      file,
    ),
)
