export const splash = {
  invitation: 'Share beautiful moments with loved ones',
  tryNow: 'Try now',
  findSeat: 'Find your seat',
  footer: (year: number) => `© ${year} Orma. All rights reserved.`,
} as const
