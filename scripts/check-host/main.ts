import { givenOptions } from '../given-options.ts'
import * as answers from './answer-checks.ts'
import { ask } from './ask.ts'
import type { Answer } from './ask.ts'
import { lineOf, wrong } from './finding.ts'
import type { Finding } from './finding.ts'
import { checkOtherClocks } from './other-clocks.ts'
import * as line from './line-checks.ts'
import type { Host } from './line-checks.ts'

const LOCAL = ['localhost', '127.0.0.1', '[::1]']

const USAGE = 'Say which installation: npm run check-host -- https://photos.example.org'

/** `npm run check-host -- https://…`: looks at a running installation from outside, and ends with 1 where something is wrong. */
const url = givenUrl()
if (!url || !/^https?:$/.test(url.protocol)) {
  process.stderr.write(`${USAGE}\n`)
  process.exit(1)
}

let wrongs = 0
const say = (finding: Finding) => {
  if (finding.state === 'wrong') wrongs += 1
  process.stdout.write(`${lineOf(finding)}\n`)
}
const home = await open(new URL('/', url))
if (home)
  await look({
    origin: new URL(url.origin),
    isLocal: LOCAL.includes(url.hostname),
    home,
    event_hash: url.pathname.split('/')[1] || undefined,
  })
process.stdout.write(wrongs === 0 ? 'Nothing is wrong.\n' : `${wrongs} wrong.\n`)
process.exitCode = wrongs === 0 ? 0 : 1

function givenUrl(): URL | null {
  const [address = '', ...others] = givenOptions({ allowPositionals: true }, USAGE).positionals
  return others.length > 0 ? null : URL.parse(address)
}

async function open(address: URL): Promise<Answer | undefined> {
  try {
    const answer = await ask(address, { headers: { 'accept-encoding': 'br, gzip' } })
    if (answer.status === 200) return answer
    const location = answer.header('location')
    const todo = location
      ? `say where it leads: npm run check-host -- ${new URL(location, address).href}`
      : 'see whether the server runs and the proxy passes every path on'
    say(wrong('first page', `it answers ${answer.status}`, todo))
  } catch (error) {
    if (line.isOfCertificate(error)) {
      say(line.distrusted(error))
      return undefined
    }
    const todo =
      'see whether the name leads to this machine, the firewall lets the port through, and proxy and server run'
    say(wrong('first page', `no answer (${line.reasonOf(error)})`, todo))
  }
  return undefined
}

async function look(host: Host): Promise<void> {
  const checks: ((host: Host) => Finding | Promise<Finding>)[] = [
    line.checkHttps,
    line.checkRedirect,
    answers.checkPublicUrl,
    answers.checkHsts,
    answers.checkContentPolicy,
    answers.checkCompression,
    answers.checkWorker,
    answers.checkManifest,
    answers.checkApi,
    answers.checkReady,
    answers.checkMetrics,
    answers.checkUpload,
    answers.checkLiveStream,
    line.checkClock,
    answers.aboutForwardedFor,
  ]
  for (const check of checks) say(await check(host))
  for (const finding of await checkOtherClocks()) say(finding)
}
