/** A backup that cannot be made, or not restored: the message is one line for the operator. */
export class BackupError extends Error {}
