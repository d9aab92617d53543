// The access tokens that the APIs accept. They are names, not secrets. The journal records only their labels.

/** The scopes for reading, and for reading and editing. */
export const scopes = {
  readonly: "https://www.googleapis.com/auth/analytics.readonly",
  edit: "https://www.googleapis.com/auth/analytics.edit"
} as const

export interface Token {
  readonly value: string
  /** The name of the token in the journal. */
  readonly label: string
  readonly principalId: string
  readonly scopes: ReadonlyArray<string>
  /** Number of the cloud project that the token's client belongs to. Quotas are counted by project. */
  readonly project: string
  /** Unix milliseconds of the sandbox's clock. Null if the token does not expire. */
  readonly expiresAtMillis: number | null
}

export interface TokenStore {
  readonly find: (value: string) => Token | undefined
  readonly add: (token: Token) => Token
  /** Returns false if the token does not exist. */
  readonly revoke: (value: string) => boolean
  readonly all: () => ReadonlyArray<Token>
  readonly reset: () => void
}

/** The token that is used by default. It is a name, not a secret. */
export const defaultToken = "sandbox-analytics-token-not-a-secret"
/** The project of the sandbox's clients and service account. */
export const sandboxProject = "700000000001"

const both = [scopes.readonly, scopes.edit]
const seeded = (
  value: string,
  principalId: string,
  scopesOf: ReadonlyArray<string>,
  project = sandboxProject
): Token => ({
  value,
  label: value.replace(/^sandbox-/, "").replace(/-?token-not-a-secret$/, "") || "sam",
  principalId,
  scopes: scopesOf,
  project,
  expiresAtMillis: null
})

const tokens: ReadonlyArray<Token> = [
  { ...seeded(defaultToken, "sam", both), label: "sam" },
  seeded("sandbox-readonly-token-not-a-secret", "sam", [scopes.readonly]),
  seeded("sandbox-viewer-token-not-a-secret", "vi", both),
  seeded("sandbox-nobody-token-not-a-secret", "nobody", both),
  seeded("sandbox-other-project-token-not-a-secret", "sam", both, "700000000002"),
  seeded("sandbox-without-scope-token-not-a-secret", "sam", ["openid"])
]

export const makeTokenStore = (): TokenStore => {
  const byValue = new Map<string, Token>()
  const reset = (): void => {
    byValue.clear()
    for (const token of tokens) byValue.set(token.value, token)
  }
  reset()
  return {
    find: (value) => byValue.get(value),
    add: (token) => {
      byValue.set(token.value, token)
      return token
    },
    revoke: (value) => byValue.delete(value),
    all: () => [...byValue.values()],
    reset
  }
}
