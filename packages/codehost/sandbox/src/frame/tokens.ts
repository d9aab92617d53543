// The tokens that the API accepts. They are names, not secrets. The journal records only their labels.

export type TokenKind = "classic" | "fine-grained" | "oauth" | "app"

/** The access level of a fine-grained token to one part of a repository. */
export type Level = "read" | "write" | "admin"

export interface Token {
  readonly value: string
  /** The name of the token in the journal and in rate limits. */
  readonly label: string
  readonly kind: TokenKind
  readonly login: string
  /** Scopes of a classic or OAuth token. */
  readonly scopes: ReadonlyArray<string>
  /**
   * Permissions of a fine-grained token: `contents`, `issues`, `pull_requests`, `actions`, ...; `all` covers every
   * part.
   */
  readonly permissions: Readonly<Record<string, Level>>
  /** Repositories that a fine-grained or application token can access: full names in lower case, or `all`. */
  readonly repositories: ReadonlyArray<string> | "all"
  /** Unix milliseconds of the sandbox's clock. */
  readonly expiresAtMillis: number | null
}

export type NewToken = Pick<Token, "value" | "login" | "kind"> & Partial<Token>

export interface TokenStore {
  readonly find: (value: string) => Token | undefined
  readonly add: (token: NewToken) => Token
  /** Returns false if the token does not exist. */
  readonly revoke: (value: string) => boolean
  readonly all: () => ReadonlyArray<Token>
  readonly reset: () => void
}

/** The token that is used by default. It is a name, not a secret. */
export const defaultToken = "sandbox-token-not-a-secret"

const everyScope = [
  "repo",
  "workflow",
  "gist",
  "project",
  "user",
  "notifications",
  "delete_repo",
  "admin:org",
  "admin:repo_hook",
  "admin:org_hook"
]

const seeds: ReadonlyArray<NewToken> = [
  { value: defaultToken, login: "mona", kind: "classic", label: "mona", scopes: everyScope },
  { value: "sandbox-public-token-not-a-secret", login: "mona", kind: "classic", label: "public", scopes: [] },
  {
    value: "sandbox-fine-grained-token-not-a-secret",
    login: "mona",
    kind: "fine-grained",
    label: "fine-grained",
    permissions: { all: "write", metadata: "read" }
  },
  {
    value: "sandbox-reader-token-not-a-secret",
    login: "mona",
    kind: "fine-grained",
    label: "reader",
    permissions: { all: "read" },
    repositories: ["acme/widgets"]
  },
  { value: "sandbox-hubot-token-not-a-secret", login: "hubot", kind: "classic", label: "hubot", scopes: everyScope }
]

export const makeTokenStore = (): TokenStore => {
  const tokens = new Map<string, Token>()
  let count = 0
  const add: TokenStore["add"] = (newToken) => {
    count += 1
    const token: Token = {
      label: `token-${count}`,
      scopes: [],
      permissions: {},
      repositories: "all",
      expiresAtMillis: null,
      ...newToken
    }
    tokens.set(token.value, token)
    return token
  }
  const reset = (): void => {
    tokens.clear()
    count = 0
    for (const token of seeds) add(token)
  }
  reset()
  return {
    find: (value) => tokens.get(value),
    add,
    revoke: (value) => tokens.delete(value),
    all: () => [...tokens.values()],
    reset
  }
}
