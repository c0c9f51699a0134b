/** A metric as Prometheus knows it (exposition format 0.0.4). */
export interface Family {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
}

export interface Sample {
  suffix?: string
  /** As `labelled` writes them; absent: none. */
  labels?: string
  value: number
}

export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** `a="x",b="y"` */
export function labelled(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replaceAll(/["\\\n]/g, '')}"`)
    .join(',')
}

/** A metric with all its samples. */
export function writeFamily({ name, type, help }: Family, samples: readonly Sample[]): string {
  const lines = samples.map(({ suffix = '', labels, value }) => {
    return `${name}${suffix}${labels === undefined ? '' : `{${labels}}`} ${value}\n`
  })
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}
