import { defineConfig } from 'vitest/config'

const FULL_RUN = process.env['ORMA_TEST_FULL'] === '1'

/** Those that put questions to a database run on PostgreSQL once more. */
const DATABASE_TESTS = [
  'tests/server/{comments,db,events,jobs,likes,limits,posts,users}/*.test.ts',
  'tests/server/uploads/{sweep-blobs,tus,upload}.test.ts',
  'tests/server/live/live-streams.test.ts',
]

/** Unit, server and tree tests. Browser tests have `playwright.config.ts`. */
export default defineConfig({
  test: {
    exclude: [
      '**/node_modules/**',
      'tests/e2e/**',
      'tests/bench/**',
      ...(FULL_RUN ? [] : ['tests/full/**']),
    ],
    environment: 'node',
    pool: 'forks',
    // Two at a time keep the whole run within 4 GB also while photos are processed.
    maxWorkers: 2,
    // Deadlines, not expectations: nothing here is timed, and the machine may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/server/db/postgres.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: DATABASE_TESTS,
          exclude: ['tests/server/db/sqlite.test.ts'],
          globalSetup: 'tests/support/postgres-setup.ts',
          setupFiles: 'tests/support/postgres-worker.ts',
        },
      },
    ],
  },
})
