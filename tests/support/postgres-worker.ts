import { inject } from 'vitest'
import './postgres-setup.ts'

// Also read by what knows nothing of Vitest.
process.env['ORMA_TEST_POSTGRES'] = inject('postgresUrl')
