import { readConfig } from './config.ts'
import { giveUp, serve } from './serve.ts'

try {
  await serve(readConfig(process.env))
} catch (error) {
  giveUp(error)
}
