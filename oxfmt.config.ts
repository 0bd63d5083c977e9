import { defineConfig } from 'oxfmt'

export default defineConfig({
  printWidth: 100,
  singleQuote: true,
  semi: false,
  trailingComma: 'all',
  sortPackageJson: false,
  overrides: [{ files: ['*.md'], options: { printWidth: 120, proseWrap: 'always' } }],
  // Packed, generated, or recorded.
  ignorePatterns: [
    'package-lock.json',
    'docs/screens',
    'docs/openapi.json',
    'packages/client/src/operations.ts',
    'packages/client/src/calls.ts',
    'docs/configuration.md',
    'docs/metrics.md',
    'tests/tron/fixtures',
  ],
})
