export const menu = {
  home: 'HOME',
  profile: 'PROFILE',
  myOrmas: 'MY ORMAS',
  keep: 'KEEP ON MY PHONE',
  settings: 'SETTINGS',
  logout: 'LOGOUT',
  login: 'LOGIN',
} as const
