// A worker that does nothing, so that registering one is part of the floor.
addEventListener('install', () => skipWaiting())
