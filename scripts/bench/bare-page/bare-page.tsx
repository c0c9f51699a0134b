import { createRoot } from 'react-dom/client'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { experimental_createQueryPersister } from '@tanstack/query-persist-client-core'
import dayjs from 'dayjs'
import { del, get, set } from 'idb-keyval'
import { ofetch } from 'ofetch'
import { Workbox } from 'workbox-window'
import './bare-page.css'

// What the packages of this app cost with nothing of the app: a feed's newest photos in a plain grid.

interface Photo {
  id: number
  compressed_url: string
  createdAt: string
}

const IN_VIEW = 15

const { persisterFn } = experimental_createQueryPersister({
  storage: { getItem: get, setItem: set, removeItem: del },
})
const queryClient = new QueryClient({ defaultOptions: { queries: { persister: persisterFn } } })

const rootRoute = createRootRoute()
const feedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$event_hash',
  component: Feed,
})
const router = createRouter({ routeTree: rootRoute.addChildren([feedRoute]) })

function Feed() {
  const { event_hash } = feedRoute.useParams()
  const { data: photos = [] } = useQuery({
    queryKey: ['posts', event_hash],
    queryFn: () => ofetch<Photo[]>(`${import.meta.env['VITE_API']}/events/${event_hash}/posts/1`),
  })
  return (
    <main>
      <h1>Photos</h1>
      <p>{photos[0] && dayjs(photos[0].createdAt).format('D MMMM YYYY')}</p>
      <div className="grid">
        {photos.map(({ id, compressed_url: src }, at) => (
          <img
            key={id}
            src={src}
            alt=""
            width={130}
            height={130}
            loading={at < IN_VIEW ? 'eager' : 'lazy'}
          />
        ))}
      </div>
    </main>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
addEventListener('load', () => void new Workbox('/bare-worker.js').register())
