import { beforeAll, describe, expect, it } from 'vitest'
import { sharedServer } from '../support/fixtures.ts'
import { makePhoto } from '../support/photos.ts'
import { alertExpressions, panelExpressions, seriesOf } from '../support/watched-metrics.ts'

/** Each series with its labels, as the server tells them after a guest was there. */
let told: { name: string; labels: Map<string, string> }[]

const { orma, client, owner } = await sharedServer()
beforeAll(async () => {
  await client.upload(
    await client.createOrma(owner),
    owner,
    await makePhoto({ width: 320, height: 240 }),
  )
  await fetch(`${orma.url}/readyz`)
  const lines = (await (await fetch(`${orma.url}/metrics`)).text()).split('\n')
  told = lines.flatMap((line) => {
    const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)]
    return name
      ? { name, labels: new Map(pairs.map(([, key = '', value = '']) => [key, value])) }
      : []
  })
})

const EXPRESSIONS = [
  ...[...alertExpressions()].map(([name, expr]) => ({ title: `alert ${name}`, expr })),
  ...panelExpressions().map(({ title, expr }) => ({ title: `panel ${title}`, expr })),
]

describe('what the alerts and the dashboard ask for', () => {
  it('is five alerts and a panel for each thing that is measured', () => {
    expect(alertExpressions().size).toBe(5)
    const asked = new Set(EXPRESSIONS.flatMap(({ expr }) => seriesOf(expr)).map(({ name }) => name))
    const ours = told.map(({ name }) => name).filter((name) => name.startsWith('orma_'))
    const bases = ours.map((name) => name.replace(/_(bucket|sum|count)$/, ''))
    const unseen = bases.filter((base) => ![...asked].some((name) => name.startsWith(base)))
    expect([...new Set(unseen)]).toEqual([])
  })

  it.each(EXPRESSIONS)('is told by the server: $title', ({ expr }) => {
    const series = seriesOf(expr).filter(({ name }) => name !== 'up')
    expect(series.length + Number(expr.startsWith('up'))).toBeGreaterThan(0)
    for (const { name, labels } of series) {
      const found = told.filter((each) => each.name === name)
      expect(found, name).not.toEqual([])
      for (const { label, values } of labels) {
        const known = found.flatMap((each) => each.labels.get(label) ?? [])
        expect(known, `${name}: ${label}`).not.toEqual([])
        // A server that is well tells of no failed request.
        const wanted = values.filter((value) => label !== 'status' || !/^5xx$/.test(value))
        expect(known, `${name}: ${label}`).toEqual(expect.arrayContaining(wanted))
      }
    }
  })
})
