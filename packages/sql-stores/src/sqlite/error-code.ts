/** Why SQLite refused a statement: `node:sqlite` throws errors with the code of the reason. */

/** Another connection holds the lock. */
export const BUSY = 5

/** The content of the file is damaged: SQLITE_CORRUPT, SQLITE_NOTADB. */
export const DAMAGED: ReadonlySet<number> = new Set([11, 26])

/** The primary result code (https://www.sqlite.org/rescode.html), or 0 for an error that is not SQLite's. */
export const codeOf = (cause: unknown): number =>
  typeof cause === "object" && cause !== null && "errcode" in cause ? Number(cause.errcode) & 0xff : 0
