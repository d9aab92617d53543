// What an organization, a repository or the service itself puts in a caller's way, besides roles and rights. Nothing is
// in the way at first: the control API sets it up.

export interface AccountPolicy {
  /** The caller's address is none of the organization's. */
  readonly ipAllowList: boolean
  /** Tokens must be authorized for the organization's sign-on, and are not. */
  readonly singleSignOn: boolean
  /** Applications must be approved by the organization, and are not. */
  readonly oauthAppApproval: boolean
  readonly forbidsClassicTokens: boolean
  /** Fine-grained tokens may not live for more than 366 days; one without an end does. */
  readonly limitsTokenLifetime: boolean
  /** A person whose account was taken away. */
  readonly suspended: boolean
}

export const blockReasons = ["dmca", "tos", "sensitive_data"] as const
export type BlockReason = (typeof blockReasons)[number]

export interface RepositoryPolicy {
  /** Nobody may read it. */
  readonly blocked: BlockReason | null
  readonly actionsDisabled: boolean
  /** Why nothing may be pushed to a branch, by its name; a rule of the old kind, or of a ruleset. */
  readonly protection: Readonly<Record<string, string>>
  readonly rules: Readonly<Record<string, string>>
  /** Numbers of issues that somebody deleted. */
  readonly deletedIssues: ReadonlyArray<number>
  /** Where issues went, by their number: `owner/name#number`. */
  readonly movedIssues: Readonly<Record<string, string>>
}

export interface Policies {
  /** By login in lower case. */
  readonly accounts: Map<string, AccountPolicy>
  readonly repositories: Map<number, RepositoryPolicy>
}

export const noAccountPolicy: AccountPolicy = {
  ipAllowList: false,
  singleSignOn: false,
  oauthAppApproval: false,
  forbidsClassicTokens: false,
  limitsTokenLifetime: false,
  suspended: false
}

export const noRepositoryPolicy: RepositoryPolicy = {
  blocked: null,
  actionsDisabled: false,
  protection: {},
  rules: {},
  deletedIssues: [],
  movedIssues: {}
}

export const makePolicies = (): Policies => ({ accounts: new Map(), repositories: new Map() })

export const accountPolicy = ({ accounts }: Policies, login: string): AccountPolicy =>
  accounts.get(login.toLowerCase()) ?? noAccountPolicy

export const repositoryPolicy = ({ repositories }: Policies, id: number): RepositoryPolicy =>
  repositories.get(id) ?? noRepositoryPolicy
