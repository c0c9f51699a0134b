/**
 * Every text a person reads, once, by where it is read. What the specification words stands here letter by letter, also where it
 * is misspelt. A namespace, so that a program carries only the parts it shows.
 */
export * as texts from './texts/catalogue.ts'
