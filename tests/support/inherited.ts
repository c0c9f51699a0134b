/** This process's environment without settings of an Orma. */
export function inherited(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG, TZ, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, TMPDIR, LANG, TZ, NODE_COMPILE_CACHE }
}
