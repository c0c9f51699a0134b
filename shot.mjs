import { chromium } from '@playwright/test'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const [w,h,scheme] of [[1440,900,'light'],[390,844,'dark'],[320,640,'light'],[1440,900,'dark']]) {
  const page = await browser.newPage({ viewport: {width:w,height:h}, colorScheme: scheme })
  page.on('console', m => console.log(m.type(), m.text()))
  await page.goto('http://localhost:8931/api')
  await page.screenshot({ path: `/tmp/api-shot-${w}-${scheme}.png` })
  console.log(w, await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth, document.documentElement.scrollHeight]))
  await page.evaluate(() => document.getElementById('uploadPhoto').scrollIntoView())
  await page.screenshot({ path: `/tmp/api-shot-${w}-${scheme}-upload.png` })
  await page.close()
}
await browser.close()
