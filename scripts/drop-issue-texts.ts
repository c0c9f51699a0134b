import type { Plugin } from 'vite'

const VALIBOT = /\/valibot\/dist\/index\.mjs$/
/** What was expected, in words, and who has words for it. */
const WORDS = /^\t+(?:expects|reference): .*,\n/gm

/** Where a fault lies is all that page and worker are told; no words about it would be read. */
const WITHOUT_WORDS = {
  _addIssue: `(context, label, dataset, config, other) {
    if (context.kind === "schema") dataset.typed = false;
    (dataset.issues ??= []).push({ path: other?.path, issues: other?.issues });
  }`,
  _stringify: '() {}',
  _joinExpects: '() {}',
  // For programs that take the schemas of any library.
  _standardSchema: '(schema) { return schema }',
}

/** Leaves the words for faults in data out of page and worker. */
export function dropIssueTexts(): Plugin {
  return {
    name: 'orma:drop-issue-texts',
    apply: 'build',
    transform(code, id) {
      if (!VALIBOT.test(id)) return undefined
      let left = code.replace(WORDS, '')
      for (const [name, rest] of Object.entries(WITHOUT_WORDS)) {
        const definition = new RegExp(`^function ${name}\\([^]*?^\\}`, 'm')
        if (!definition.test(left)) this.error(`this valibot has no ${name}`)
        left = left.replace(definition, `function ${name}${rest}`)
      }
      return { code: left, map: null }
    },
  }
}
