// Policies of organizations, repositories and the service that restrict callers in addition to roles and permissions.
// There are none until the control API sets them.

export interface AccountPolicy {
  /** The caller's IP address is not on the organization's allow list. */
  readonly ipAllowList: boolean
  /** The organization requires single sign-on, and tokens are not authorized for it. */
  readonly singleSignOn: boolean
  /** The organization requires approval of applications, and none is approved. */
  readonly oauthAppApproval: boolean
  readonly forbidsClassicTokens: boolean
  /** Refuses fine-grained tokens that live longer than 366 days or never expire. */
  readonly limitsTokenLifetime: boolean
  /** The person's account is suspended. */
  readonly suspended: boolean
}

export const blockReasons = ["dmca", "tos", "sensitive_data"] as const
export type BlockReason = (typeof blockReasons)[number]

export interface RepositoryPolicy {
  /** The repository is blocked; nobody can read it. */
  readonly blocked: BlockReason | null
  readonly actionsDisabled: boolean
  /** Stargazers and watchers are listed to admins and collaborators only; others get an empty list. */
  readonly hidesPeople: boolean
  /**
   * The reason why a branch cannot be pushed to, by branch name: from branch protection (`protection`) or from a
   * ruleset (`rules`).
   */
  readonly protection: Readonly<Record<string, string>>
  readonly rules: Readonly<Record<string, string>>
  readonly deletedIssues: ReadonlyArray<number>
  /** New places of moved issues by number, as `owner/name#number`. */
  readonly movedIssues: Readonly<Record<string, string>>
}

export interface Policies {
  /** Keys are logins in lower case. */
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

const noRepositoryPolicy: RepositoryPolicy = {
  blocked: null,
  actionsDisabled: false,
  hidesPeople: false,
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
