import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'

// Whoever took it from the package could be the first, and would have it without this.

dayjs.extend(utc)

export { dayjs }
