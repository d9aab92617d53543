/**
 * The pure data view of a plugin, for browsers: what pages may import. `pnpm gen` writes it to `manifest.gen.ts`.
 */
import type { AccountKind, Field } from "./account/Account.ts"
import type { Plugin, PluginInfo } from "./Plugin.ts"
import type { StepInfo } from "./steps/ToolStep.ts"
import type { TriggerInfo } from "./triggers/Trigger.ts"

export type { Choice, Field } from "./account/Account.ts"
export type { StepInfo } from "./steps/ToolStep.ts"

/** A plugin as JSON. */
export interface Manifest extends PluginInfo {
  readonly accountKinds: ReadonlyArray<{
    readonly id: string
    readonly title: string
    readonly fields: ReadonlyArray<Field>
    /** How one signs in, where the token is not typed in. */
    readonly signIn?: ReadonlyArray<"browser" | "device">
  }>
  readonly toolSteps: ReadonlyArray<StepInfo>
  readonly triggers: ReadonlyArray<Pick<TriggerInfo, "id" | "title" | "category" | "description" | "possible">>
}

const waysToSignIn = ({ signIn }: AccountKind): Pick<Manifest["accountKinds"][number], "signIn"> =>
  signIn === undefined
    ? {}
    : { signIn: [...(signIn.browser ? (["browser"] as const) : []), ...(signIn.device ? (["device"] as const) : [])] }

/** What a plugin says of itself, without anything that runs. */
export const manifestOf = (plugin: Plugin): Manifest => ({
  id: plugin.id,
  title: plugin.title,
  description: plugin.description,
  status: plugin.status,
  accountKinds: plugin.accountKinds.map((kind) => ({
    id: kind.id,
    title: kind.title,
    fields: kind.fields,
    ...waysToSignIn(kind)
  })),
  toolSteps: plugin.toolSteps.map(({ id, title, description, hints, scopes, cost }) => ({
    id,
    title,
    description,
    hints,
    scopes,
    cost
  })),
  triggers: plugin.triggers.map(({ id, title, category, description, possible }) => ({
    id,
    title,
    category,
    description,
    possible
  }))
})
