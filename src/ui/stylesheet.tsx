/** The styles of what few people open, loaded with it: it is not shown before they are there. `href`: an import that ends in `?url`. */
export function Stylesheet({ href }: { href: string }) {
  return <link rel="stylesheet" href={href} precedence="screen" />
}
