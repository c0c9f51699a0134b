import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import type { OperatorAct } from '../../../contract/admin.ts'
import type { Event } from '../../../contract/entities.ts'
import type { Person } from '../../support/api-client.ts'
import { listOnDisk, settingsOf } from '../../support/database-places.ts'
import { runProgram } from '../../support/failed-start.ts'
import { filesBelow } from '../../support/files-below.ts'
import { sharedServer } from '../../support/fixtures.ts'
import { listenTo } from '../../support/live-listener.ts'
import { makePhoto } from '../../support/photos.ts'

const ADMIN_PHONE = '12025550100'
const { orma, client, owner, event } = await sharedServer({
  env: { ADMIN_PHONES: `+${ADMIN_PHONE}` },
})

/** Types a command as the operator does, beside the running server. */
const run = (name: 'code' | 'ormas' | 'people', ...options: string[]) =>
  runProgram([`server/commands/${name}.ts`, ...options], {
    ...settingsOf(orma.databaseAddress, orma.dataDir),
    DATA_DIR: orma.dataDir,
    INIT_CWD: orma.dataDir,
  })
const startOf = ({ event_hash }: Pick<Event, 'event_hash'>) => event_hash.slice(0, 8)
const read = (of: Event, person?: Person) =>
  client.call(api.getEvent, { params: { event_hash: of.event_hash }, ...person })
const addPhoto = async (to: Event, author: Person, seed = 1) =>
  client.addPhoto(to, author, await makePhoto({ width: 320, height: 240, seed }))
const newPhone = () => `4915${String(Math.random()).slice(2, 11)}`

describe('npm run ormas', () => {
  it('lists each Orma with its room and owner, and no link that opens it', async () => {
    const added = await client.createOrma(owner, { name: 'Ben’s day', event_date: '2026-06-20' })
    await addPhoto(added, owner)
    const json = { event_hash: added.event_hash }
    await client.call(api.markViewed, { json, token: owner.token })
    const { out } = await run('ormas', '--json')
    const { phone } = owner.user
    expect(JSON.parse(out)[0]).toEqual({
      id: added.id,
      hash: startOf(added),
      name: 'Ben’s day',
      day: '2026-06-20',
      owner: `+${phone.slice(0, -6)}••••${phone.slice(-2)}`,
      photos: 1,
      bytes: expect.any(Number),
      lastActive: expect.stringMatching(/^\d{4}-/),
      isPaused: false,
      isPausedByHost: false,
    })
    expect(out).not.toContain(added.event_hash)
    const table = (await run('ormas')).out
    expect(table).toMatch(/^Link +Day +Name .*\n/)
    expect(table).toContain(`${startOf(added)}  2026-06-20  Ben’s day`)
    expect(table).toMatch(/ +1 +0\.\d +\d{4}-/)
  })

  it('pauses and reopens one, which its guests and organisers see', async () => {
    const listener = await listenTo(orma.url, event.event_hash)
    const { out } = await run('ormas', `--pause=https://photos.example.org/${event.event_hash}`)
    expect(out).toBe('“Anna & Ben” is paused now.\n')
    expect((await read(event)).body.code).toBe('paused')
    await listener.ended
    const { body } = await client.call(api.listAudit, {
      params: { event_hash: event.event_hash },
      token: owner.token,
    })
    expect(body.entries[0]).toMatchObject({ action: 'pause', details: { isOperators: true } })
    expect((await run('ormas', `--pause=${startOf(event)}`)).out).toMatch(/already/)
    const reopened = await client.changeOrma(event, owner, { paused: 'false' })
    expect(reopened.body.code).toBe('paused_by_host')
    await run('ormas', `--reopen=${startOf(event)}`)
    expect((await read(event)).status).toBe(200)

    await client.changeOrma(event, owner, { paused: 'true' })
    expect((await run('ormas', `--reopen=${startOf(event)}`)).out).toMatch(/is paused by its owner/)
    await client.changeOrma(event, owner, { paused: 'false' })
  })

  it('exports one as a zip, and deletes it once that is confirmed', async () => {
    const added = await client.createOrma(owner)
    await addPhoto(added, owner, 1)
    await addPhoto(added, owner, 2)
    const { out } = await run('ormas', `--export=${startOf(added)}`, '--to=all.zip')
    expect(out).toMatch(/^Wrote 2 photos and videos of “Anna & Ben” into /)
    const zip = await readFile(join(orma.dataDir, 'all.zip'))
    expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
    expect(zip.toString('latin1').split('PK\u0001\u0002')).toHaveLength(3)

    const before = (await filesBelow(join(orma.dataDir, 'blobs'))).size
    const refused = await run('ormas', `--delete=${startOf(added)}`)
    expect([refused.code, refused.error]).toEqual([1, expect.stringMatching(/--yes\n$/)])
    expect((await read(added)).status).toBe(200)
    const done = await run('ormas', `--delete=${startOf(added)}`, '--yes')
    expect(done.out).toMatch(/is deleted with 2 photos/)
    expect((await read(added)).status).toBe(404)
    expect((await filesBelow(join(orma.dataDir, 'blobs'))).size).toBe(before - 6)
  })

  it('says in one line where it writes no file, and leaves all as it was', async () => {
    await addPhoto(event, owner)
    await writeFile(join(orma.dataDir, 'other.zip'), 'of another')
    const places = {
      'nowhere/all.zip': /^There is no folder .*nowhere\.\n$/,
      blobs: /^The name of a zip ends in \.zip: --to=blobs\.zip\n$/,
      'other.zip': /^.*\/other\.zip is there already: remove it, or name another\.\n$/,
    }
    for (const [place, words] of Object.entries(places)) {
      const { code, error } = await run('ormas', `--export=${startOf(event)}`, `--to=${place}`)
      expect([code, error]).toEqual([1, expect.stringMatching(words)])
    }
    expect(await readFile(join(orma.dataDir, 'other.zip'), 'utf8')).toBe('of another')
  })

  it('exports no Orma without photos, and says so', async () => {
    const added = await client.createOrma(owner)
    const { code, out, error } = await run('ormas', `--export=${startOf(added)}`, '--to=none.zip')
    expect([code, out]).toEqual([1, ''])
    expect(error).toBe('“Anna & Ben” has no photos that are shown, so no file was written.\n')
    expect(existsSync(join(orma.dataDir, 'none.zip'))).toBe(false)
  })

  it.each([
    [['--pause=nothing-begins-so'], 'There is no Orma whose link begins so'],
    [['--delete=n', '--yes'], 'the first 8 characters that npm run ormas lists'],
    [['--export=abc'], 'npm run ormas'],
    [['--export=abc', '--to='], 'npm run ormas -- --help'],
  ])('refuses %j', async (options, words) => {
    const { code, error } = await run('ormas', ...options)
    expect(code).toBe(1)
    expect(error).toContain(words)
  })
})

describe('npm run people', () => {
  it('says, exports and deletes what one person has here', async () => {
    const person = await client.signUp('Petra Private')
    await addPhoto(event, person)
    const phone = `--phone=+${person.user.phone}`
    const { out } = await run('people', phone)
    expect(out).toMatch(/^Petra Private \(a@example\.com\):\n {2}0 Ormas\n/)
    expect(out).toContain('  1 photos and videos\n')

    const saved = await run('people', phone, '--export', '--to=petra')
    expect(saved.out).toMatch(/^Wrote person\.json and 1 photos/)
    const folder = join(orma.dataDir, 'petra')
    const person_json = JSON.parse(await readFile(join(folder, 'person.json'), 'utf8'))
    expect(person_json).toMatchObject({
      account: { phone: person.user.phone, name: 'Petra Private' },
      posts: [{ orma: 'Anna & Ben', status: 'COMPLETED' }],
    })
    expect(person_json.account.created_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(person_json.posts[0].published_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(person_json.posts[0]).not.toHaveProperty('description')
    expect([...(await filesBelow(folder)).keys()].toSorted()).toEqual([
      `${event.id} Anna Ben.zip`,
      'person.json',
    ])

    const again = await run('people', phone, '--export', '--to=petra')
    expect(again.error).toMatch(/^.*\/petra\/person\.json is there already: /)

    expect((await run('people', phone, '--delete')).error).toMatch(/Say so with --yes/)
    expect((await run('people', phone, '--delete', '--yes')).out).toMatch(/^Deleted: .* 1 photos/)
    expect((await client.call(api.verifySession, person)).status).toBe(401)
    expect((await run('people', phone)).error).toMatch(/^There is nobody here/)
  })

  it.skipIf(orma.databaseAddress.startsWith('postgres'))(
    'leaves nothing of a deleted person in the database’s files',
    async () => {
      const person = await client.signUp('Gloria Gone')
      const traces = [person.user.phone, 'Gloria Gone']
      expect(await listOnDisk(orma.databaseAddress, traces)).toEqual(traces)
      await run('people', `--phone=+${person.user.phone}`, '--delete', '--yes')
      expect(await listOnDisk(orma.databaseAddress, traces)).toEqual([])
    },
  )

  it('says in one line that a folder cannot be written', async () => {
    await writeFile(join(orma.dataDir, 'taken'), '')
    const phone = `--phone=${owner.user.phone}`
    for (const place of ['taken/petra', 'taken']) {
      const { code, error } = await run('people', phone, '--export', `--to=${place}`)
      expect([code, error]).toEqual([1, expect.stringMatching(`^.*${place} is no folder.*\n$`)])
    }
  })

  it('deletes nobody who owns Ormas', async () => {
    const { code, error } = await run('people', `--phone=${owner.user.phone}`, '--delete', '--yes')
    expect([code, error]).toEqual([1, expect.stringMatching(/^This person owns \d+ Ormas/)])
    expect((await client.call(api.verifySession, owner)).status).toBe(200)
  })

  it('gives an account whose number is lost another one', async () => {
    const person = await client.signUp('Lara Lost')
    const phone = newPhone()
    const move = (to: string, ...options: string[]) =>
      run('people', `--phone=${person.user.phone}`, `--move-to=${to}`, ...options)
    expect((await move(phone)).code).toBe(1)
    expect((await move(owner.user.phone, '--yes')).error).toMatch(/^Another account has/)
    expect((await move(`+${phone}`, '--yes')).code).toBe(0)
    const { body } = await client.call(api.verifySession, person)
    expect(body.user).toEqual({ ...person.user, phone })
  })
})

describe('npm run code', () => {
  it('makes a code that signs a number in; all acts stand in the log', async () => {
    const phone = ADMIN_PHONE
    const { out, error } = await run('code', `--phone=+${phone}`)
    const code = out.slice(0, 4)
    expect(out).toMatch(new RegExp(`^\\d{4} signs \\+${phone} in, once, within 5 minutes`))
    expect(error).toContain('a sign-in code was made by hand')
    expect(error).not.toContain(phone)
    const { body } = await client.call(api.startRegistration, {
      json: { phone },
      key: randomUUID(),
    })
    const json = { code, phone, request_id: body.request_id, name: 'Host', email: 'h@example.com' }
    const signedIn = await client.call(api.verifyRegistration, { json })
    expect(signedIn.body.user).toMatchObject({ phone, isAdmin: true })

    const { body: log } = await client.call(api.listOperatorActs, { token: signedIn.body.token })
    expect(log.acts.map(({ action }: OperatorAct) => action).toReversed()).toEqual([
      'pause',
      'reopen',
      'export_orma',
      'delete_orma',
      'export_person',
      'delete_person',
      ...(orma.databaseAddress.startsWith('postgres') ? [] : ['delete_person']),
      'move_person',
      'make_code',
    ])
    expect(log.acts[0]).toMatchObject({ by: null, about: '+12025••••00' })
  })

  it('refuses what is no number, and none', async () => {
    expect((await run('code', '--phone=tomorrow')).error).toMatch(/^tomorrow is no phone number/)
    expect((await run('code')).error).toMatch(/^npm run code -- --help says/)
  })
})
