// The packages that start the app: a chunk of their own, which the first look runs in a task of its own.

export { createRoot } from 'react-dom/client'
export { QueryClientProvider } from '@tanstack/react-query'
export { RouterProvider } from '@tanstack/react-router'
