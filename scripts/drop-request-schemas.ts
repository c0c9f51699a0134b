import type { Plugin } from 'vite'

const ENDPOINTS = /\/contract\/endpoints\/[\w-]+-endpoints\.ts$/

/** What an endpoint says for the server alone, which checks what it is asked; its callers have types for that. */
const SERVER_ONLY = new Set(['params', 'query', 'body', 'form', 'metadata', 'fieldTexts'])

interface Node {
  type: string
  start: number
  end: number
}

interface Call extends Node {
  type: 'CallExpression'
  callee: Node & { name?: string }
  arguments: (Node & { properties?: Property[] })[]
}

interface Property extends Node {
  key?: Node & { name?: string }
}

/** Leaves the schemas of requests out of page and worker, with all that only they need. */
export function dropRequestSchemas(): Plugin {
  return {
    name: 'orma:drop-request-schemas',
    apply: 'build',
    // Behind the compiler: what is read here is JavaScript.
    enforce: 'post',
    transform(code, id) {
      if (!ENDPOINTS.test(id)) return undefined
      const calls = callsOf(this.parse(code))
      const dropped = calls.flatMap(({ arguments: [definition] }) =>
        (definition?.properties ?? []).filter(({ key }) => SERVER_ONLY.has(key?.name ?? '')),
      )
      let left = code
      for (const { start, end } of dropped.toSorted((one, other) => other.start - one.start)) {
        left = left.slice(0, start) + left.slice(end).replace(/^\s*,/, '')
      }
      return { code: left, map: null }
    },
  }
}

function callsOf(root: unknown): Call[] {
  if (typeof root !== 'object' || root === null) return []
  const own = isCall(root) && root.callee.name === 'endpoint' ? [root] : []
  return [...own, ...Object.values(root).flatMap(callsOf)]
}

function isCall(node: object): node is Call {
  return 'type' in node && node.type === 'CallExpression'
}
