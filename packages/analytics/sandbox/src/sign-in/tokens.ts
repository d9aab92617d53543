// The access tokens that the APIs know. Names, not secrets; the journal writes down labels only.

/** Read alone, and read and change. */
export const scopes = {
  readonly: "https://www.googleapis.com/auth/analytics.readonly",
  edit: "https://www.googleapis.com/auth/analytics.edit"
} as const

export interface Token {
  readonly value: string
  /** How it is called in the journal. */
  readonly label: string
  readonly principalId: string
  readonly scopes: ReadonlyArray<string>
  /** The number of the cloud project whose client it was made for: quotas count by it. */
  readonly project: string
  /** Unix milliseconds of the sandbox's clock; null for one that does not run out. */
  readonly expiresAtMillis: number | null
}

export interface TokenStore {
  readonly find: (value: string) => Token | undefined
  readonly add: (token: Token) => Token
  /** False where it was not known. */
  readonly revoke: (value: string) => boolean
  readonly all: () => ReadonlyArray<Token>
  readonly reset: () => void
}

/** A name, not a secret. */
export const defaultToken = "sandbox-analytics-token-not-a-secret"
/** Of the sandbox's clients and service account. */
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
