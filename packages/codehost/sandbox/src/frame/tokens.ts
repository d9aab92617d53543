// The tokens that the API knows. Names, not secrets; the journal writes down labels only.

export type TokenKind = "classic" | "fine-grained" | "oauth" | "app"

/** What a fine-grained token may do with one part of a repository. */
export type Level = "read" | "write" | "admin"

export interface Token {
  readonly value: string
  /** Who is told of in the journal and in the quota. */
  readonly label: string
  readonly kind: TokenKind
  readonly login: string
  /** Of a classic or OAuth token. */
  readonly scopes: ReadonlyArray<string>
  /** Of a fine-grained token: `contents`, `issues`, `pull_requests`, `actions`, ...; `all` stands for every part. */
  readonly permissions: Readonly<Record<string, Level>>
  /** Full names in lower case; `all` where it is not limited. Of a fine-grained or application's token. */
  readonly repositories: ReadonlyArray<string> | "all"
  /** Unix milliseconds of the sandbox's clock. */
  readonly expiresAtMillis: number | null
}

export type NewToken = Pick<Token, "value" | "login" | "kind"> & Partial<Token>

export interface TokenStore {
  readonly find: (value: string) => Token | undefined
  readonly add: (token: NewToken) => Token
  /** False where it was not known. */
  readonly revoke: (value: string) => boolean
  readonly all: () => ReadonlyArray<Token>
  readonly reset: () => void
}

/** Names, not secrets. */
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
