import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'

// Import dayjs from here: imported from the package it may lack the plugin.

dayjs.extend(utc)

export { dayjs }
