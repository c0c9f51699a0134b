import { createPhotoProcess } from '../../server/media/photo-process.ts'
import { makePhotoAs } from './photos.ts'

/** A server's stand-in: renders one photo, tells its parent the photo process it started, and lives on. */
const photos = createPhotoProcess()
await photos.render(await makePhotoAs('png', { width: 64, height: 48 }))
process.send?.(photos.pids())
process.on('disconnect', () => process.exit())
