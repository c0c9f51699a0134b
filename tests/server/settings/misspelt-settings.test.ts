import { expect, it } from 'vitest'
import { readConfig, readPlaces } from '../../../server/config.ts'

const setBy = (name: string) => () => readConfig({ [name]: '1' })

it.each([
  ['SMS_COUNTRIE', 'SMS_COUNTRIES'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['STORAGE_LIMITS', 'STORAGE_LIMIT'],
  ['PROT', 'PORT'],
  ['S3_BUKCET', 'S3_BUCKET'],
  ['SMS_COUNTRY', 'SMS_COUNTRIES'],
  ['sms_countries', 'SMS_COUNTRIES'],
  ['SMS_BUDGET', 'SMS_DAILY_BUDGET'],
  ['ALERT_URL', 'ALERT_WEBHOOK_URL'],
])('%s is refused with its neighbour, %s', (name, meant) => {
  expect(setBy(name)).toThrow(
    `${name} is no setting; did you mean ${meant}? Rename it, or unset it.`,
  )
})

it('a command stops at a misspelt setting as the server does', () => {
  expect(() => readPlaces({ DATADIR: '/srv/orma' })).toThrow('did you mean DATA_DIR?')
})

/** As seen in containers, under systemd, in npm scripts, on Kubernetes and in a shell. */
const ENVIRONMENT = `
  HOME HOST HOSTNAME PATH PWD OLDPWD SHLVL SHELL TERM LANG LC_ALL LOGNAME USER MAIL TZ TMPDIR EDITOR PAGER _ DISPLAY
  NODE NODE_ENV NODE_VERSION NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS YARN_VERSION INIT_CWD COLOR MALLOC_ARENA_MAX
  npm_command npm_config_cache npm_execpath npm_lifecycle_event npm_package_json
  INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID MANAGERPID MAINPID LISTEN_FDS LISTEN_PID NOTIFY_SOCKET WATCHDOG_USEC
  STATE_DIRECTORY RUNTIME_DIRECTORY CREDENTIALS_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY MEMORY_PRESSURE_WATCH
  KUBERNETES_PORT KUBERNETES_SERVICE_HOST ORMA_PORT ORMA_SERVICE_PORT POSTGRES_PASSWORD PGHOST PGDATA PGPORT
  AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy no_proxy
  XDG_RUNTIME_DIR XDG_DATA_DIRS XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS SSH_CONNECTION SSH_CLIENT SSH_TTY SUDO_USER
  VITE_API_HOST VITE_PRODUCT_NAME VITE_PRODUCT_SLUG VITE_IOS_APP_URL CI GITHUB_ACTIONS RUNNER_OS DEBIAN_FRONTEND
  COMPOSE_PROJECT_NAME DATABASE_URL_UNPOOLED DATABASE_USER DATABASE_USERNAME SMS_WEBHOOK_PORT SMS_WEBHOOK_SERVICE_HOST
  ALERT_WEBHOOK_SERVICE_PORT MAX_BYTES USER_LIMIT S3_URL host port role DOCKER_HOST container FORCE_COLOR NO_COLOR PS1 LS_COLORS ROLES_PATH PORTS_FILE
`

it('names of the platform are no slips of ours', () => {
  const env = Object.fromEntries(
    ENVIRONMENT.trim()
      .split(/\s+/)
      .map((name) => [name, '1']),
  )
  expect(() => readConfig({ ...env, NODE_ENV: 'test', HOST: '127.0.0.1' })).not.toThrow()
})

it('an empty variable sets nothing, and stops nothing', () => {
  expect(() => readConfig({ SMS_COUNTRIE: '' })).not.toThrow()
})
