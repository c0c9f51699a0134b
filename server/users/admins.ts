import type { User } from '../../contract/entities.ts'

/** Numbers of those who run the server, as accounts have them. */
export type AdminPhones = ReadonlySet<string>

/** Whether somebody runs this server. Asked anew at each call: who has another number, or is listed no more, does not. */
export function isAdmin(admins: AdminPhones, user: Pick<User, 'phone'> | undefined): boolean {
  return user !== undefined && admins.has(user.phone)
}

/** An account as its user is told of it. */
export function toOwnUser(admins: AdminPhones, user: User): User {
  return isAdmin(admins, user) ? { ...user, isAdmin: true } : user
}
