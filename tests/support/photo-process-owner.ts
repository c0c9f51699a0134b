import { createPhotoProcess } from '../../server/media/photo-process.ts'
import { makePhotoAs } from './photos.ts'

/**
 * Stands in for the server: renders one photo and sends its parent the pid of the photo process. Then it lives until it is
 * killed; with the argument `close` it closes the photo process and ends.
 */
const photos = createPhotoProcess()
await photos.render(await makePhotoAs('png', { width: 64, height: 48 }))
process.send?.(photos.pids())
if (process.argv[2] === 'close') await photos.close()
else process.on('message', () => undefined)
