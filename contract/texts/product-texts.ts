export const product = { name: 'Orma', tagline: 'moments into memories' } as const
