/**
 * Who calls the hub, and what they may use: the program's own user, the console, a hub token, an agent that signed in,
 * or a paired extension. Pure: principals are stored and authenticated elsewhere.
 */
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import { alwaysWrites, type StepInfo } from "@inlay/agent-plugin/ToolStep"

/** The kind of principal. `local` is any user who can read the data directory. */
export type PrincipalKind = "local" | "console" | "token" | "agent" | "extension"

/** What a principal may use. An absent field does not limit anything. */
export interface Grant {
  /** Plugin ids. */
  readonly plugins?: ReadonlyArray<string>
  /** Accounts as `plugin/name`. */
  readonly accounts?: ReadonlyArray<string>
  /** Tool step ids. */
  readonly tools?: ReadonlyArray<string>
  /** Forbids everything that changes data or spends credits. */
  readonly readOnly: boolean
  /** The credits that all of its runs together may spend in one UTC day. */
  readonly creditsPerDay?: number
  /** Connects, changes and removes accounts, creates tokens, and sees all runs. Cannot be combined with limits. */
  readonly manages?: boolean
}

export interface Principal {
  /** The id in the audit trail: `local`, `console`, `token:ID`, `agent:ID`, `extension:ID`. */
  readonly id: string
  readonly kind: PrincipalKind
  /** The name that its owner gave it, for display. */
  readonly name: string
  readonly grant: Grant
}

/** The program's own user, without limits. */
export const LOCAL: Principal = {
  id: "local",
  kind: "local",
  name: "this computer",
  grant: { readOnly: false, manages: true }
}

const isAmong = (allowList: ReadonlyArray<string> | undefined, one: string): boolean =>
  allowList === undefined || allowList.includes(one)

/** Whether a principal may use an account and see that it exists. */
export const mayUseAccount = (
  { grant }: Principal,
  account: { readonly plugin: string; readonly name: string }
): boolean => isAmong(grant.plugins, account.plugin) && isAmong(grant.accounts, scopeOf(account))

type StepFacts = Pick<StepInfo, "id" | "hints" | "readsToo" | "cost">

/**
 * Whether a read-only principal may use a step. A step that may spend credits is excluded, even if only some inputs
 * write.
 */
const onlyReads = (step: StepFacts): boolean =>
  !alwaysWrites(step) && (step.hints.readOnly || step.cost?.unit !== "credits")

/** Whether a principal may use a step of a plugin and see that it exists. */
export const mayUseStep = ({ grant }: Principal, plugin: { readonly id: string }, step: StepFacts): boolean =>
  isAmong(grant.plugins, plugin.id) && isAmong(grant.tools, step.id) && (!grant.readOnly || onlyReads(step))
