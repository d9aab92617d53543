/** Why the browser's database does not open: a newer version of the extension has written it, or another one holds it. */
export class DatabaseClosed extends Error {
  readonly why: "newer" | "blocked"
  constructor(why: "newer" | "blocked") {
    super(`the database is ${why}`)
    this.why = why
  }
}
