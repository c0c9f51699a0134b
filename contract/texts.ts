/**
 * Every text a person reads, once, by where it is read. The specification's texts are here letter by letter, with their
 * misspellings. A namespace, so that a program carries only the parts it shows.
 */
export * as texts from './texts/catalogue.ts'
