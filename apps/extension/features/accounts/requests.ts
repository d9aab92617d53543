/** Connected accounts, and where pages list, add, change, choose and remove them. */
import type { Manifest } from "@inlay/agent-plugin/manifest"

import type { Failure, Problem } from "../../messaging/failure.ts"
import { isBoolean, isRecord, isStruct, isTextOf, type Inputs } from "../../messaging/shape.ts"

/** One account: its name is unique within its plugin. */
export interface AccountRef {
  readonly plugin: string
  readonly account: string
}

/** A plugin that accounts can be connected for, with the fields of every kind that is connected by filling in a form. */
export interface Connectable extends Pick<Manifest, "id" | "title" | "accountKinds"> {
  /** Nothing that its accounts do costs anything. */
  readonly isFree?: true
}

/** A connected account as pages may see it: no secret in it, only whether there is one. */
export interface AccountView extends AccountRef {
  /** Of its plugin's kinds; empty where it cannot be read. */
  readonly kind: string
  readonly values: Readonly<Record<string, string>>
  readonly hasSecret: Readonly<Record<string, boolean>>
  /** Why it cannot be opened. Its values are those that can be read. */
  readonly closed?: Failure
}

/** One thing that keeps an account from working. `field` names the one to correct. */
export type AccountProblem =
  /** `belongsTo`: the stored one belongs to the address of before. */
  | { readonly is: "missing"; readonly field: string; readonly belongsTo?: "oldAddress" }
  /** `message` says of the field what is wrong: "must be a number". */
  | { readonly is: "wrong"; readonly field: string; readonly message: string }
  | { readonly is: "failed"; readonly problem: Problem; readonly field?: string }

export interface Check {
  readonly ok: boolean
  /** Whether it is stored now: what works, or by force; never settings that cannot work. */
  readonly saved: boolean
  readonly limits: ReadonlyArray<{ readonly label: string; readonly value: string }>
  readonly problems: ReadonlyArray<AccountProblem>
}

export interface AccountRequests {
  readonly accounts: {
    readonly input: Record<never, never>
    readonly output: {
      readonly plugins: ReadonlyArray<Connectable>
      /** By plugin and name. */
      readonly accounts: ReadonlyArray<AccountView>
    }
  }
  /**
   * An empty secret keeps the stored one. Checks the account at the provider; saves only what works, unless `force`.
   * A new account needs a name that none has; any other takes the place of the one that has it.
   */
  readonly saveAccount: {
    readonly input: AccountRef & {
      readonly isNew: boolean
      readonly kind: string
      readonly values: Readonly<Record<string, string>>
      readonly force: boolean
    }
    readonly output: Check
  }
  /** Forgets the key, the settings and this account's cached answers; the ledger stays, and so do other accounts. */
  readonly removeAccount: { readonly input: AccountRef; readonly output: null }
  /** The account of its plugin that the popup begins with from now on. */
  readonly chooseAccount: { readonly input: AccountRef; readonly output: null }
}

/** Lower case, so that no two names differ by letters alone; no character that separates a name from what stands beside it. */
export const isAccountName = (name: string): boolean => /^[a-z0-9][a-z0-9-]{0,39}$/.test(name)

/** The fields that name an account in every request that is about one: one of this browser, or one of the hub (`way.ts`). */
export const refShape = { plugin: isTextOf(40), account: isTextOf(80) } as const

export const inputs: Inputs<AccountRequests> = {
  accounts: isStruct({}),
  saveAccount: isStruct({
    ...refShape,
    isNew: isBoolean,
    kind: isTextOf(40),
    // A key file is longer than anything that is typed.
    values: isRecord(isTextOf(65_536), isTextOf(64)),
    force: isBoolean
  }),
  removeAccount: isStruct(refShape),
  chooseAccount: isStruct(refShape)
}
