/** Answers that redirect a caller. None is followed, because following would carry the account's key along. */

export interface RedirectTarget {
  readonly kind: string
  /**
   * The `Location` header, or several. `own` is the origin of the request, `base` the base path there, `target` another
   * server's `host:port`, and `key` the account's key, which a provider may echo.
   */
  readonly location: (at: {
    readonly own: string
    readonly base: string
    readonly target: string
    readonly key: string
  }) => ReadonlyArray<string>
  /** Whose host the error names. */
  readonly names: "own" | "target" | "nobody"
}

export const redirectStatuses: ReadonlyArray<number> = [300, 301, 302, 303, 305, 307, 308]

const SECRET = "code=hunter22#hunter22"

export const redirectTargets: ReadonlyArray<RedirectTarget> = [
  { kind: "another origin", names: "target", location: ({ target }) => [`http://${target}/x?${SECRET}`] },
  { kind: "another scheme", names: "target", location: ({ target }) => [`https://${target}/x?${SECRET}`] },
  { kind: "a network path", names: "target", location: ({ target }) => [`//${target}/x?${SECRET}`] },
  { kind: "a network path with backslashes", names: "target", location: ({ target }) => [`\\\\${target}\\x`] },
  { kind: "user info", names: "target", location: ({ target }) => [`http://own.example:hunter22@${target}/x`] },
  {
    kind: "the own host as user info",
    names: "target",
    location: ({ own, target }) => [`http://${own.slice(7)}@${target}/x`]
  },
  {
    kind: "several addresses",
    names: "target",
    location: ({ target }) => [`http://${target}/x`, "http://other.example/"]
  },
  {
    kind: "a very long address",
    names: "target",
    location: ({ target }) => [`http://${target}/${"hunter22/".repeat(800)}`]
  },
  { kind: "inside the base", names: "own", location: ({ own, base }) => [`${own}${base}/other?${SECRET}`] },
  { kind: "outside the base", names: "own", location: ({ own }) => [`${own}/admin?${SECRET}`] },
  { kind: "a path", names: "own", location: ({ base }) => [`${base}/other?${SECRET}`] },
  { kind: "a relative path", names: "own", location: () => ["../../other?hunter22"] },
  { kind: "itself, for ever", names: "own", location: ({ base }) => [`${base}/x`] },
  { kind: "nothing", names: "own", location: () => [""] },
  { kind: "no address at all", names: "nobody", location: () => [] },
  { kind: "the account's key", names: "nobody", location: ({ key }) => [`https://${key}/`] },
  { kind: "a host below the account's key", names: "nobody", location: ({ key }) => [`//${key}.evil.example/${key}`] },
  { kind: "a host too long to be one", names: "nobody", location: () => [`http://${"hunter22.".repeat(500)}example/`] },
  { kind: "a script", names: "nobody", location: () => ["javascript:alert('hunter22')"] },
  { kind: "data", names: "nobody", location: () => ["data:application/json,%22hunter22%22"] },
  { kind: "a file", names: "nobody", location: () => ["file:///hunter22"] },
  { kind: "a broken address", names: "nobody", location: () => ["http://[hunter22"] },
  { kind: "a host of forbidden signs", names: "nobody", location: () => ["http://hunter22<>|/"] }
]
