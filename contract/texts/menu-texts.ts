export const menu = {
  home: 'HOME',
  profile: 'PROFILE',
  myOrmas: 'MY ORMAS',
  settings: 'SETTINGS',
  logout: 'LOGOUT',
  login: 'LOGIN',
} as const
