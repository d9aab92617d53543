// People and organizations.

export interface Account {
  readonly id: number
  login: string
  readonly type: "User" | "Organization" | "Bot"
  name: string | null
  company: string | null
  blog: string
  location: string | null
  email: string | null
  /** A person's bio, or an organization's description. */
  bio: string | null
  followers: number
  following: number
  readonly createdAt: string
  updatedAt: string
  /** Roles of an organization's members, by account id. Empty for people. */
  readonly members: Map<number, "admin" | "member">
  /** An organization's teams. Empty for people. */
  readonly teams: Array<Team>
}

export interface Team {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly memberIds: ReadonlyArray<number>
}

export interface Accounts {
  readonly byId: Map<number, Account>
  /** Keys are lower case, because account names are case-insensitive. */
  readonly byLogin: Map<string, Account>
}

/** The part of the world that account lookups need. */
export interface WithAccounts {
  readonly accounts: Accounts
}

export const findAccount = ({ accounts }: WithAccounts, login: string): Account | undefined =>
  accounts.byLogin.get(login.toLowerCase())

/** Looks up an account of the data that exists at the start. Throws if it does not exist. */
export const accountNamed = (withAccounts: WithAccounts, login: string): Account => {
  const account = findAccount(withAccounts, login)
  if (account === undefined) throw new Error(`no account has the name ${login}`)
  return account
}

/** Looks up an account by an id taken from a record. Throws if it does not exist. */
export const accountById = ({ accounts }: WithAccounts, id: number): Account => {
  const account = accounts.byId.get(id)
  if (account === undefined) throw new Error(`no account has the id ${id}`)
  return account
}

export const addAccount = ({ accounts }: WithAccounts, account: Account): Account => {
  accounts.byId.set(account.id, account)
  accounts.byLogin.set(account.login.toLowerCase(), account)
  return account
}

/** Whether the person is this account, or an administrator of the organization. */
export const owns = (account: Account, personId: number): boolean =>
  account.id === personId || account.members.get(personId) === "admin"
