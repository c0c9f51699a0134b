import { createPhotoProcess } from '../../server/media/photo-process.ts'
import { makePhotoAs } from './photos.ts'

/** Stands in for the server: renders one photo, sends its parent the pid of the photo process, and lives until it is killed. */
const photos = createPhotoProcess()
await photos.render(await makePhotoAs('png', { width: 64, height: 48 }))
process.send?.(photos.pids())
process.on('message', () => undefined)
