/**
 * Who calls the hub, and what that one may use: the program's own user, the console, a hub token, an agent that signed in,
 * a paired extension. Pure: storing and authenticating principals stand elsewhere.
 */
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import { alwaysWrites, type StepInfo } from "@inlay/agent-plugin/ToolStep"

/** How a principal came to be: `local` is whoever may read the data directory. */
export type PrincipalKind = "local" | "console" | "token" | "agent" | "extension"

/** What a principal may use. What is absent is not limited. */
export interface Grant {
  /** Plugin ids. */
  readonly plugins?: ReadonlyArray<string>
  /** Accounts as `plugin/name`. */
  readonly accounts?: ReadonlyArray<string>
  /** Tool step ids. */
  readonly tools?: ReadonlyArray<string>
  /** Runs nothing that changes data or spends. */
  readonly readOnly: boolean
  /** Credits that all of its runs together may spend in one UTC day. */
  readonly creditsPerDay?: number
  /** Connects, changes and removes accounts, makes tokens, and sees what everybody ran. Goes with no limit. */
  readonly manages?: boolean
}

export interface Principal {
  /** Stands in the audit trail: `local`, `console`, `token:ID`, `agent:ID`, `extension:ID`. */
  readonly id: string
  readonly kind: PrincipalKind
  /** What its owner called it, for people. */
  readonly name: string
  readonly grant: Grant
}

/** The program's own user: nothing is limited. */
export const LOCAL: Principal = {
  id: "local",
  kind: "local",
  name: "this computer",
  grant: { readOnly: false, manages: true }
}

const isAmong = (allowList: ReadonlyArray<string> | undefined, one: string): boolean =>
  allowList === undefined || allowList.includes(one)

/** Whether a principal may use an account, and so may know that it exists. */
export const mayUseAccount = (
  { grant }: Principal,
  account: { readonly plugin: string; readonly name: string }
): boolean => isAmong(grant.plugins, account.plugin) && isAmong(grant.accounts, scopeOf(account))

type Limited = Pick<StepInfo, "id" | "hints" | "readsToo" | "cost">

/** Whether a step is for a principal that only reads. One that may spend is not, even where it writes by its input alone. */
const onlyReads = (step: Limited): boolean =>
  !alwaysWrites(step) && (step.hints.readOnly || step.cost?.unit !== "credits")

/** Whether a principal may use a step of a plugin, and so may know that it exists. */
export const mayUseStep = ({ grant }: Principal, plugin: { readonly id: string }, step: Limited): boolean =>
  isAmong(grant.plugins, plugin.id) && isAmong(grant.tools, step.id) && (!grant.readOnly || onlyReads(step))
