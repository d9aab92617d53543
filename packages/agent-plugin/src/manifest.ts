/** The pure data view of a plugin, which browser pages may import. `pnpm gen` writes it to `manifest.gen.ts`. */
import type { AccountKind, Field } from "./account/Account.ts"
import type { Plugin, PluginInfo } from "./Plugin.ts"
import type { StepInfo } from "./steps/ToolStep.ts"
import type { TriggerInfo } from "./triggers/Trigger.ts"

export { movedAddresses } from "./account/addresses.ts"
export type { Choice, Field, FieldRules, FieldText, FieldTexts } from "./account/Account.ts"
export type { StepInfo } from "./steps/ToolStep.ts"

/** A plugin's description as JSON. */
export interface Manifest extends PluginInfo {
  readonly accountKinds: ReadonlyArray<{
    readonly id: string
    readonly title: string
    readonly fields: ReadonlyArray<Field>
    /** How to sign in. Absent if the user enters the token. */
    readonly signIn?: ReadonlyArray<"browser" | "device">
  }>
  readonly toolSteps: ReadonlyArray<StepInfo>
  readonly triggers: ReadonlyArray<Pick<TriggerInfo, "id" | "title" | "category" | "description" | "possible">>
}

const waysToSignIn = ({ signIn }: AccountKind): Pick<Manifest["accountKinds"][number], "signIn"> =>
  signIn === undefined
    ? {}
    : { signIn: [...(signIn.browser ? (["browser"] as const) : []), ...(signIn.device ? (["device"] as const) : [])] }

/** Describes a plugin, without anything that runs. */
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
