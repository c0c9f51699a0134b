import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BlobStore, OpenBlob } from '../../server/blobs/blob-store.ts'

/** What every blob store must do. `openStore` gives an empty one for each test. */
export function describeBlobStore(name: string, openStore: () => Promise<BlobStore>): void {
  let blobs: BlobStore
  beforeEach(async () => {
    blobs = await openStore()
  })

  describe(`${name}: put`, () => {
    it.each([
      ['whole', (bytes: Uint8Array) => bytes],
      ['as a stream of pieces', (bytes: Uint8Array) => inPieces(bytes, 7_001)],
    ])('answers the size and SHA-256 of what it is given %s, and keeps', async (_how, give) => {
      const bytes = randomBytes(1_000_000)
      const stored = await blobs.put('original/ab/photo', give(bytes))
      expect(stored).toEqual({ size: bytes.length, sha256: sha256(bytes) })
      expect(Buffer.compare((await blobs.read('original/ab/photo'))!, bytes)).toBe(0)
    })

    it('keeps an empty blob', async () => {
      expect((await blobs.put('empty', inPieces(Buffer.of(), 1))).size).toBe(0)
      expect(await blobs.size('empty')).toBe(0)
      expect(await readAll(await blobs.open('empty'))).toHaveLength(0)
    })

    it('replaces what was under the key', async () => {
      await blobs.put('banner', Buffer.from('the first, longer one'))
      await blobs.put('banner', Buffer.from('the second'))
      expect(Buffer.from((await blobs.read('banner'))!).toString()).toBe('the second')
    })

    it('takes content of exactly the limit', async () => {
      expect((await blobs.put('photo', randomBytes(1000), { limitBytes: 1000 })).size).toBe(1000)
    })

    it('refuses content over the limit, stops reading it and keeps nothing', async () => {
      let piecesTaken = 0
      async function* endless(): AsyncGenerator<Uint8Array> {
        for (;;) {
          piecesTaken += 1
          yield new Uint8Array(1000)
        }
      }
      const refused = blobs.put('photo', endless(), { limitBytes: 2500 })
      await expect(refused).rejects.toMatchObject({ reason: 'too_large' })
      expect(piecesTaken).toBe(3)
      expect(await blobs.size('photo')).toBeUndefined()
      expect(await blobs.sweep(-1000)).toBe(0)
    })

    it('keeps nothing, and what was there before, when the content breaks off', async () => {
      await blobs.put('photo', Buffer.from('before'))
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield randomBytes(100_000)
        throw new Error('the line was cut')
      }
      await expect(blobs.put('photo', broken())).rejects.toThrow('the line was cut')
      expect(Buffer.from((await blobs.read('photo'))!).toString()).toBe('before')
      expect(await blobs.sweep(-1000)).toBe(0)
    })

    it('shows the whole content to inspect before it is kept, and keeps nothing refused', async () => {
      const bytes = randomBytes(200_000)
      const inspect = async (file: string): Promise<void> => {
        expect(Buffer.compare(await readFile(file), bytes)).toBe(0)
        expect(await blobs.size('photo')).toBeUndefined()
        throw new Error('not a photo')
      }
      await expect(blobs.put('photo', inPieces(bytes, 9_999), { inspect })).rejects.toThrow(
        'not a photo',
      )
      expect(await blobs.size('photo')).toBeUndefined()
      expect(await blobs.sweep(-1000)).toBe(0)
    })

    it('keeps one whole content when the same key is put many times at once', async () => {
      const contents = Array.from({ length: 12 }, (_, index) => Buffer.alloc(50_000, index))
      await Promise.all(contents.map((bytes) => blobs.put('photo', inPieces(bytes, 1_000))))
      const kept = (await blobs.read('photo'))!
      expect(kept).toHaveLength(50_000)
      expect(new Set(kept).size).toBe(1)
    })
  })

  describe(`${name}: open`, () => {
    const bytes = randomBytes(400_000)
    beforeEach(async () => {
      await blobs.put('full/ab/photo', bytes)
    })

    it('gives the whole blob with its size', async () => {
      const opened = await blobs.open('full/ab/photo')
      expect(opened?.size).toBe(bytes.length)
      expect(Buffer.compare(await readAll(opened), bytes)).toBe(0)
    })

    it.each([
      { range: { start: 0, end: 0 }, length: 1 },
      { range: { start: 10, end: 19 }, length: 10 },
      { range: { start: 100_000, end: 299_999 }, length: 200_000 },
      { range: { start: 399_990 }, length: 10 },
      { range: { start: 399_990, end: 9_999_999 }, length: 10 },
      { range: { start: 400_000 }, length: 0 },
    ])(
      'gives bytes $range.start to $range.end and still the whole size',
      async ({ range, length }) => {
        const opened = await blobs.open('full/ab/photo', range)
        const expected = bytes.subarray(range.start, range.start + length)
        expect(opened?.size).toBe(bytes.length)
        expect(Buffer.compare(await readAll(opened), expected)).toBe(0)
      },
    )

    it('lets the reader leave in the middle', async () => {
      const opened = await blobs.open('full/ab/photo')
      const reader = opened!.stream.getReader()
      expect((await reader.read()).value?.length).toBeGreaterThan(0)
      await reader.cancel()
    })

    it('answers undefined for a key that holds nothing', async () => {
      expect(await blobs.open('full/ab/other')).toBeUndefined()
      expect(await blobs.read('full/ab/other')).toBeUndefined()
      expect(await blobs.size('full/ab/other')).toBeUndefined()
    })
  })

  describe(`${name}: withFiles`, () => {
    it('gives a file of each blob, in order, and undefined for a missing one', async () => {
      await blobs.put('original/ab/one', Buffer.from('one'))
      await blobs.put('original/ab/two', Buffer.from('two'))
      const keys = ['original/ab/two', 'original/ab/none', 'original/ab/one']
      const texts = await blobs.withFiles(keys, (files) =>
        Promise.all(files.map(async (file) => file && readFile(file, 'utf8'))),
      )
      expect(texts).toEqual(['two', undefined, 'one'])
      expect(await blobs.read('original/ab/one')).toHaveLength(3)
    })

    it('rejects with what it was used for', async () => {
      const using = blobs.withFiles([], () => Promise.reject(new Error('not a photo')))
      await expect(using).rejects.toThrow('not a photo')
    })
  })

  describe(`${name}: delete`, () => {
    it('removes a blob, and is content when there is none', async () => {
      await blobs.put('thumb/ab/photo', randomBytes(10))
      await blobs.delete('thumb/ab/photo')
      await blobs.delete('thumb/ab/photo')
      expect(await blobs.size('thumb/ab/photo')).toBeUndefined()
    })
  })

  describe(`${name}: list`, () => {
    it('names every blob below a prefix with its size and age, and no other', async () => {
      const startedAt = Date.now()
      for (const key of ['original/ab/one', 'original/ac/two', 'originals', 'thumb/ab/one']) {
        await blobs.put(key, Buffer.alloc(key.length))
      }
      expect(await listKeys('')).toEqual([
        'original/ab/one',
        'original/ac/two',
        'originals',
        'thumb/ab/one',
      ])
      expect(await listKeys('orig')).toEqual(['original/ab/one', 'original/ac/two', 'originals'])
      expect(await listKeys('original/')).toEqual(['original/ab/one', 'original/ac/two'])
      expect(await listKeys('original/a')).toEqual(['original/ab/one', 'original/ac/two'])
      expect(await listKeys('original/ac/t')).toEqual(['original/ac/two'])
      expect(await listKeys('nothing/')).toEqual([])
      const [listed] = await Array.fromAsync(blobs.list('thumb/'))
      expect(listed).toMatchObject({ key: 'thumb/ab/one', size: 12 })
      expect(Math.abs(listed!.modified.getTime() - startedAt)).toBeLessThan(60_000)
    })
  })

  describe(`${name}: keys`, () => {
    const badKeys = [
      '',
      '/',
      '/etc/passwd',
      '..',
      '../escape',
      'original/../../escape',
      'original//photo',
      'original/',
      './photo',
      '.unfinished/photo',
      'original/.hidden',
      'Original',
      'a b',
      'a\0b',
      'a\\b',
      'é',
      'a'.repeat(201),
    ]
    it.each(badKeys)('refuses %j for every call', async (key) => {
      const refusal = { reason: 'bad_key' }
      await expect(blobs.put(key, Buffer.of(1))).rejects.toMatchObject(refusal)
      await expect(blobs.open(key)).rejects.toMatchObject(refusal)
      await expect(blobs.size(key)).rejects.toMatchObject(refusal)
      await expect(blobs.read(key)).rejects.toMatchObject(refusal)
      await expect(blobs.delete(key)).rejects.toMatchObject(refusal)
      await expect(blobs.withFiles([key], async () => undefined)).rejects.toMatchObject(refusal)
    })
  })

  async function listKeys(prefix: string): Promise<string[]> {
    const listed = await Array.fromAsync(blobs.list(prefix))
    return listed.map(({ key }) => key).sort()
  }
}

async function* inPieces(bytes: Uint8Array, pieceBytes: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    yield bytes.subarray(start, start + pieceBytes)
  }
}

async function readAll(opened: OpenBlob | undefined): Promise<Buffer> {
  return Buffer.from(await new Response(opened!.stream).arrayBuffer())
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
