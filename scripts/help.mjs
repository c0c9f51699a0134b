/** What each command answers to `--help`: how it is called, and what it does. At most ten lines. */
const HELP = {
  start: `npm start
Serves app and API on one port, and says so in one line. On a fresh machine it installs and builds first.
Settings are environment variables: docs/deploy/settings.md.`,
  demo: `npm run demo
Serves a demo Orma with photos, guests and likes. Its data is in ./data-demo, or in DATA_DIR.
Sign in with +12025550142: the code stands in the output.`,
  dev: `npm run dev
Serves the page with hot reload at http://localhost:5173; the server starts again on each change.`,
  build: `npm run build
Builds the app into dist/ and holds it to its budget of bytes.`,
  test: `npm test, or npm run test:full
Runs the test suite, on a fresh machine as well; test:full with the long and rare tests.`,
  check: `npm run check
Types, lint, format and all tests without a browser.`,
  typecheck: `npm run typecheck
Checks the types of every part.`,
  lint: `npm run lint [-- <paths>]
Lints the code; a warning fails it.`,
  format: `npm run format [-- <paths>]
Formats the code.`,
  bench: `npm run bench [-- <parts>] [--record]
Measures server and app against the bare machine, as one table: all parts, or these, such as server, uploads, party.
--record: writes each table into docs/BENCH.md.
--scale: measures what grows with an Orma instead.`,
  torture: `npm run torture [-- --trials=10 --engine=chromium --seed=1]
Kills, cuts and fills up a server while guests add photos, and looks whether one was lost or doubled.
--target=server: the server alone, on --database=sqlite or postgres, with so many --writes and --kills.`,
  evening: `npm run evening -- --url=https://your.domain --guests=200 --codes=FILE
Holds a whole evening of guests on a test installation, and says what was slow.
--codes: the server's log with the codes it sent. Without --url it names all options; more in docs/SCALE.md.`,
  'check-host': `npm run check-host -- https://your.domain[/<event_hash>]
Looks at a running installation from outside, and says in plain words what is wrong. Ends with 1 where something is.
With an Orma's link it tries the live stream, too.`,
  backup: `npm run backup -- <folder>
Backs everything up: rows, photos, key. The server goes on. Again into the same folder: only what is new.
Takes DATA_DIR, DATABASE_URL and S3_... as the server has them.`,
  restore: `npm run restore -- <folder> [--check]
Restores a backup into an empty installation, on either database; the server is stopped.
--check: only reads the backup, and says whether it is whole.
Takes DATA_DIR, DATABASE_URL and S3_... as the server will have them.`,
  'migrate-to-postgres': `npm run migrate-to-postgres
Moves the database in DATA_DIR to that of DATABASE_URL; the server is stopped for it.`,
  'migrate-to-s3': `npm run migrate-to-s3
Moves the photos in DATA_DIR to the bucket of S3_BUCKET, while guests go on.`,
  'renew-photos': `npm run renew-photos [-- --event=<event_hash>]
Has the running server make anew what it makes of photos and videos: of one Orma, or of all.
Again: says how many are left.`,
  invite: `npm run invite [-- --uses=1 --days=7]
Prints a link that lets who follows it create Ormas, where CREATE_ORMAS does not let everybody.
--uses: for how many people it is good, 1 to 1000.
--days: for how long, 1 to 365.
Takes PUBLIC_URL, DATA_DIR and DATABASE_URL as the server has them.`,
  code: `npm run code -- --phone=+4915112345678
Makes a code that signs this number in, without a message: for a host without an SMS account, or whom no message reaches.
The server may run meanwhile. Whoever has the number enters it on the sign-in page, then the code. It serves once, for 5 minutes.`,
  ormas: `npm run ormas                            lists all Ormas: the beginning of the link, day, name, owner's number, photos, room, last active
npm run ormas -- --json                  the same as JSON
npm run ormas -- --pause=HASH            closes one to all but its organisers until you reopen it; HASH: its link, or the first 8 characters that are listed
npm run ormas -- --reopen=HASH           opens it again
npm run ormas -- --export=HASH --to=FILE writes its photos and videos into a new FILE, whose name ends in .zip
npm run ormas -- --delete=HASH --yes     deletes it with all that is in it, for good
The server may run meanwhile.`,
  people: `npm run people -- --phone=+4915112345678                       says what is here of whoever has this number
npm run people -- --phone=… --export --to=FOLDER              writes all of it into a folder: a new person.json, and a zip for each Orma
npm run people -- --phone=… --delete --yes                    deletes the account with all photos, comments and likes, for good
npm run people -- --phone=… --move-to=+4915187654321 --yes    gives the account another number, where the old one is lost
npm run people -- --phone=… --ban                             signs the number out and lets it in no more; what it added stays
npm run people -- --phone=… --lift-ban                        lets it in again
The server may run meanwhile. Before you act, make sure that whoever asks is that person.`,
}

/** Whether somebody asks what a command does; it is said then, on standard output, and nothing else is to happen. */
export function toldHelp(name, args) {
  const isAsked = args.includes('--help') || args.includes('-h')
  if (isAsked) process.stdout.write(`${HELP[name]}\n`)
  return isAsked
}
