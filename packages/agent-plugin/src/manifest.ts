/**
 * The pure data view of a plugin, for browsers: what pages may import. `pnpm gen` writes it to `manifest.gen.ts`.
 */
import type { Field } from "./Account.ts"
import type { Plugin, PluginInfo } from "./Plugin.ts"
import type { StepInfo } from "./ToolStep.ts"
import type { Delivery } from "./Trigger.ts"

export type { Field } from "./Account.ts"
export type { StepInfo } from "./ToolStep.ts"

/** A plugin as JSON. */
export interface Manifest extends PluginInfo {
  readonly accountKinds: ReadonlyArray<{
    readonly id: string
    readonly title: string
    readonly fields: ReadonlyArray<Field>
  }>
  readonly toolSteps: ReadonlyArray<StepInfo>
  readonly triggers: ReadonlyArray<{
    readonly id: string
    readonly title: string
    readonly category: string
    readonly delivery: Delivery
  }>
}

/** What a plugin says of itself, without anything that runs. */
export const manifestOf = (plugin: Plugin): Manifest => ({
  id: plugin.id,
  title: plugin.title,
  description: plugin.description,
  status: plugin.status,
  accountKinds: plugin.accountKinds.map(({ id, title, fields }) => ({ id, title, fields })),
  toolSteps: plugin.toolSteps.map(({ id, title, description, hints, scopes, cost }) => ({
    id,
    title,
    description,
    hints,
    scopes,
    cost
  })),
  triggers: plugin.triggers.map(({ id, title, category, delivery }) => ({ id, title, category, delivery }))
})
