import { beforeEach, inject } from 'vitest'
import { forgetNeeds, lacksServer } from './database-places.ts'
import './postgres-setup.ts'

// Of the file of tests before.
forgetNeeds()
// Also read by what knows nothing of Vitest.
process.env['ORMA_TEST_POSTGRES'] = inject('postgresUrl')

beforeEach((test) => test.skip(lacksServer(), 'There is no PostgreSQL server.'))
