/** Requests by which pages list, add, change, choose and remove connected accounts. */
import type { Field, FieldRules, Manifest } from "@inlay/agent-plugin/manifest"

import { refShape, type AccountRef } from "../../messaging/account.ts"
import type { Failure, Problem } from "../../messaging/failure.ts"
import { isBoolean, isRecord, isStruct, isTextOf, type Inputs } from "../../messaging/shape.ts"

/**
 * A plugin that accounts can be connected for, with the fields of every account kind that is connected through a form.
 */
export interface Connectable<F extends FieldRules = Field> extends Pick<Manifest, "id" | "title"> {
  readonly accountKinds: ReadonlyArray<{
    readonly id: string
    readonly title: string
    readonly fields: ReadonlyArray<F>
  }>
  /** Nothing that its accounts do costs anything. */
  readonly isFree?: true
  /** Runs through the hub, with the hub's accounts and not with those of this browser. */
  readonly isThroughHub?: true
  /** The account of this browser that was chosen last, otherwise the first; absent if there is none. */
  readonly chosen?: string
}

/** A connected account as pages see it: without secrets, only with the information which of them are stored. */
export interface AccountView extends AccountRef {
  /** An account kind of its plugin; empty if it cannot be read. */
  readonly kind: string
  readonly values: Readonly<Record<string, string>>
  readonly hasSecret: Readonly<Record<string, boolean>>
  /** Why it cannot be opened. Its values are then those that could still be read. */
  readonly closed?: Failure
}

export interface Origins {
  readonly origins: ReadonlyArray<string>
}

/** A reason why an account does not work. `field` names the field to correct. */
export type AccountProblem =
  /** `belongsTo`: a key is stored, but it belongs to the previous address. */
  | { readonly is: "missing"; readonly field: string; readonly belongsTo?: "oldAddress" }
  /** `message` says what is wrong with the field: "must be a number". */
  | { readonly is: "wrong"; readonly field: string; readonly message: string }
  | { readonly is: "failed"; readonly problem: Problem; readonly field?: string }

export interface Check {
  readonly ok: boolean
  /**
   * Whether it has been stored. Accounts are stored if they work, or if forced; settings that cannot work are never
   * stored.
   */
  readonly saved: boolean
  /** Only numbers changed, such as a daily limit, which concern this browser alone: the provider was not asked. */
  readonly isUnasked?: boolean
  readonly limits: ReadonlyArray<{ readonly label: string; readonly value: string }>
  readonly problems: ReadonlyArray<AccountProblem>
}

export interface AccountRequests {
  readonly accounts: {
    readonly input: Record<never, never>
    readonly output: {
      readonly plugins: ReadonlyArray<Connectable<FieldRules>>
      /** By plugin and name. */
      readonly accounts: ReadonlyArray<AccountView>
    }
  }
  /**
   * Checks the account at the provider and saves it only if it works, or if `force` is set. An empty secret keeps the
   * stored one. A new account needs a name that no account has; otherwise the account of that name is replaced.
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
  /** Deletes the key, the settings and this account's cached answers. The ledger and other accounts stay. */
  readonly removeAccount: { readonly input: AccountRef; readonly output: null }
  /** Makes this account the one that the popup starts with for its plugin. */
  readonly chooseAccount: { readonly input: AccountRef; readonly output: null }
  /** The origins that accounts, the hub or the line in pages need the browser's permission for. */
  readonly originsInUse: { readonly input: Record<never, never>; readonly output: Origins }
}

/**
 * Lower case only, so that no two names differ by case alone, and none of the characters that separate a name from
 * other text.
 */
export const isAccountName = (name: string): boolean => /^[a-z0-9][a-z0-9-]{0,39}$/.test(name)

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
  chooseAccount: isStruct(refShape),
  originsInUse: isStruct({})
}
