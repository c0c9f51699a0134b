import { expect, it } from 'vitest'
import { createApiClient } from './api-client.ts'
import { addManyPosts } from './many-posts.ts'
import { startOrma } from './orma-server.ts'

it('a server starts again over posts that tests have added, and no photo that was uploaded', async () => {
  const orma = await startOrma()
  try {
    const client = createApiClient(orma)
    const owner = await client.signUp('Olga Owner')
    addManyPosts(orma, await client.createOrma(owner), owner, 2)
    await orma.restart()
    expect((await fetch(`${orma.url}/healthz`)).status).toBe(200)
  } finally {
    await orma.close()
  }
})
