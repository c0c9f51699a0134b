import { beforeEach, inject } from 'vitest'
import { lacksServer } from './database-places.ts'
import './postgres-setup.ts'

// Also read by what knows nothing of Vitest.
process.env['ORMA_TEST_POSTGRES'] = inject('postgresUrl')

beforeEach((test) => test.skip(lacksServer(), 'There is no PostgreSQL server.'))
