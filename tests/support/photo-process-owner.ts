import { createPhotoProcess } from '../../server/media/photo-process.ts'
import { makePhotoAs } from './photos.ts'

/**
 * A server's stand-in: renders one photo and tells its parent the photo process it started. Then it
 * lives on until it is killed, or with the argument `close` closes and has nothing left to do.
 */
const photos = createPhotoProcess()
await photos.render(await makePhotoAs('png', { width: 64, height: 48 }))
process.send?.(photos.pids())
if (process.argv[2] === 'close') await photos.close()
else process.on('message', () => undefined)
