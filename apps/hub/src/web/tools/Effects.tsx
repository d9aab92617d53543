import type { Tool } from "../api/types.ts"
import { tools as words } from "./words.ts"

/** Whether a tool needs a preview before it runs: it costs credits or changes something. */
export const needsPreview = ({ hints, cost }: Pick<Tool, "hints" | "cost">): boolean =>
  !hints.readOnly || cost?.unit === "credits"

export const Effects = ({ tool: { hints, cost } }: { readonly tool: Pick<Tool, "hints" | "cost"> }) => {
  // A tool that spends credits is not read-only either, but only tools without a price change data.
  const isPaid = cost?.unit === "credits"
  return (
    <span class="effects">
      {hints.destructive ? (
        <span class="mark danger">{words.destroys}</span>
      ) : !hints.readOnly && !isPaid ? (
        <span class="mark warning">{words.changes}</span>
      ) : (
        <span class="mark">{words.reads}</span>
      )}
      {cost !== null && <span class={`mark ${isPaid ? "warning" : ""}`}>{words.costs(cost)}</span>}
    </span>
  )
}
