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
  /** Of an organization: its description. */
  bio: string | null
  followers: number
  following: number
  readonly createdAt: string
  updatedAt: string
  /** Of an organization: who belongs to it. */
  readonly members: Map<number, "admin" | "member">
  /** Of an organization: its teams. */
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
  /** Keyed in lower case: names of accounts do not tell cases apart. */
  readonly byLogin: Map<string, Account>
}

/** The part of the world that accounts are looked up in. */
export interface WithAccounts {
  readonly accounts: Accounts
}

export const findAccount = ({ accounts }: WithAccounts, login: string): Account | undefined =>
  accounts.byLogin.get(login.toLowerCase())

/** By an id that some record holds. */
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

/** Whether a person may do everything in an organization, or is that account. */
export const owns = (account: Account, personId: number): boolean =>
  account.id === personId || account.members.get(personId) === "admin"
