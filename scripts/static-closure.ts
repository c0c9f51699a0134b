import { resolve } from 'node:path'

/** What a bundler tells of a module. */
export interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/** Says of modules whether a file imports them, itself or by way of others, but for what it loads later. */
export function staticClosure(file: string): (id: string, modules: Modules) => boolean {
  let closure: Set<string> | undefined
  return (id, modules) => {
    if (!closure) {
      closure = new Set([resolve(file)])
      for (const reached of closure)
        modules.getModuleInfo(reached)?.importedIds.forEach((next) => closure?.add(next))
    }
    return closure.has(id)
  }
}
