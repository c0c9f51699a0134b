import { readFile } from './source-files.ts'

/** A metric that an alert or a panel asks for, with what it wants of its labels. */
interface WatchedSeries {
  name: string
  labels: { label: string; values: string[] }[]
}

/** Labels that Prometheus adds. */
const ADDED = ['job', 'instance', 'le']

/** The expressions of the alert rules, by the name of each. */
export function alertExpressions(): Map<string, string> {
  const rules = readFile('docs/deploy/alerts.yml')
    .split(/^ {6}- alert: /m)
    .slice(1)
  return new Map(
    rules.map((rule) => {
      const [, name = '', expr = ''] =
        /^(\w+)\n\s+expr: (?:>-\n)?([\s\S]+?)\n\s+for:/.exec(rule) ?? []
      return [name, expr.replaceAll(/\s+/g, ' ').trim()]
    }),
  )
}

/** The expressions of the dashboard, each with the title of its panel, as they are where nothing is chosen in it. */
export function panelExpressions(): { title: string; expr: string }[] {
  const { panels } = JSON.parse(readFile('docs/deploy/grafana.json')) as {
    panels: { title: string; targets: { expr: string }[] }[]
  }
  return panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$__rate_interval', '5m') })),
  )
}

/** The metrics that an expression of PromQL names, and the labels by which it chooses or groups. */
export function seriesOf(expr: string): WatchedSeries[] {
  const groups = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(/,\s*/),
  )
  return [...expr.matchAll(/\b((?:orma|process|nodejs)_\w+|up\b)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', matchers = '']) => ({
      name,
      labels: [
        ...[...matchers.matchAll(/(\w+)=~?"([^"]*)"/g)].map(([, label = '', values = '']) => ({
          label,
          values: values.split('|'),
        })),
        ...groups.map((label) => ({ label, values: [] })),
      ].filter(({ label }) => !ADDED.includes(label)),
    }),
  )
}
