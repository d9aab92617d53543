/**
 * Why the browser's database cannot be opened: a newer version of the extension has written it, or another one blocks
 * it.
 */
export class DatabaseClosed extends Error {
  readonly why: "newer" | "blocked"
  constructor(why: "newer" | "blocked") {
    super(`the database is ${why}`)
    this.why = why
  }
}
