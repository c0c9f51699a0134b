import { readConfig } from '../../server/config.ts'
import { serve } from '../../server/serve.ts'

// The real server; once it is asked to stop, it waits for next to nothing.

await serve(readConfig(process.env), 200)
