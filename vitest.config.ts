import { defineConfig } from 'vitest/config'

const FULL_RUN = process.env['ORMA_TEST_FULL'] === '1'

/** Those that ask nothing of a database, or wait long for what has little to do with it. All others of the server run on both. */
const NOT_ON_POSTGRES = [
  'tests/server/{blobs,http,media,openapi,settings,sms}/**',
  'tests/server/{bad-settings,data-dir,operator-routes,refused-addresses,unread-log,watched-metrics}.test.ts',
  'tests/server/backup/restore-command.test.ts',
  'tests/server/db/sqlite.test.ts',
  'tests/server/every-call/other-origins.test.ts',
  'tests/server/events/{event-images,event-pictures}.test.ts',
  'tests/server/highlights/{film-music,film-video,near-duplicates}.test.ts',
  'tests/server/jobs/housekeeping.test.ts',
  'tests/server/limits/{concurrency-limit,forwarded-address}.test.ts',
  'tests/server/posts/by-feed-version.test.ts',
  'tests/server/uploads/{odd-photos,orientation,ready-for-photos,taken-times,tus-client}.test.ts',
  'tests/server/users/{codes,long-deletion,sms-outage}.test.ts',
]
/** Long, and of what is rare: only the full run has them. */
const RARE = [
  'tests/scripts/demo-videos.test.ts',
  'tests/server/highlights/film-crash.test.ts',
  'tests/server/media/implied-colours.test.ts',
]
/** Long, and of the database they ask what others ask of both: on PostgreSQL only the full run has them. */
const RARE_ON_POSTGRES = [
  'tests/server/backup/refused-databases.test.ts',
  'tests/server/every-call/{hidden-posts,who-may}.test.ts',
  'tests/server/events/{paused-event,storage-bytes}.test.ts',
  'tests/server/highlights/{film-clips,film-job,render-video}.test.ts',
  'tests/server/{no-room,archives/archive-acts,jobs/slow-store}.test.ts',
  'tests/server/live/{live-connections,live-process}.test.ts',
  'tests/server/operator/commands.test.ts',
  'tests/server/uploads/{missing-original,moderated-photos,process-video,renew-photos,thumb-first,tus-crash,upload-crash,video-crash}.test.ts',
  'tests/server/users/{deleted-traces,unused-codes,verify-limits}.test.ts',
]
const OF_A_PAGE = ['tests/{src,sw}/**/*.test.{ts,tsx}']
/** What several processes do on one database is tried where several may. */
const ON_POSTGRES_ALONE = ['tests/server/db/{postgres*,processes*}.test.ts']

/** Unit, server and tree tests. Browser tests have `playwright.config.ts`. */
export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', 'tests/e2e/**', ...(FULL_RUN ? [] : ['tests/full/**'])],
    environment: 'node',
    pool: 'forks',
    // A process serves many files: to start one and load the server into it takes longer than most files of tests.
    isolate: false,
    setupFiles: ['tests/support/undo-stubs.ts'],
    // fake-indexeddb goes on by setImmediate: on a clock that stands still, or is gone with its test, a transaction never ends.
    fakeTimers: {
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    },
    // Two more than the cores of a small machine: many tests wait, for a disk or another process.
    maxWorkers: 4,
    // Deadlines, not expectations: nothing here is timed, and the machine may be busy.
    testTimeout: 180_000,
    // As browser tests: what failed at a first try is named at the end of a run.
    retry: FULL_RUN ? 0 : 1,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'page',
          include: OF_A_PAGE,
          // What a page's modules hold, as a handle of its database or whether the server is silent, is no other file's.
          isolate: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...OF_A_PAGE, ...ON_POSTGRES_ALONE, ...(FULL_RUN ? [] : RARE)],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['tests/server/**/*.test.ts'],
          exclude: FULL_RUN ? NOT_ON_POSTGRES : [...NOT_ON_POSTGRES, ...RARE, ...RARE_ON_POSTGRES],
          globalSetup: 'tests/support/postgres-setup.ts',
          setupFiles: ['tests/support/postgres-each-file.ts'],
        },
      },
    ],
  },
})
