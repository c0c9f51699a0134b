import { beforeEach, inject } from 'vitest'
import { forgetNeeds, lacksServer } from './database-places.ts'
import './postgres-setup.ts'

// Needs of the test file before.
forgetNeeds()
// Also read by code that knows nothing of Vitest.
process.env['ORMA_TEST_POSTGRES'] = inject('postgresUrl')

beforeEach((test) => test.skip(lacksServer(), 'There is no PostgreSQL server.'))
