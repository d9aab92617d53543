import type { Tool } from "../api/types.ts"
import { tools as words } from "./words.ts"

/** Whether a tool's run needs a look before: it costs credits, or changes something. */
export const needsPreview = ({ hints, cost }: Pick<Tool, "hints" | "cost">): boolean =>
  !hints.readOnly || cost?.unit === "credits"

/** What a tool does besides answering, as marks. */
export const Effects = ({ tool: { hints, cost } }: { readonly tool: Pick<Tool, "hints" | "cost"> }) => {
  // What spends is not read-only either; only what has no price of its own changes data.
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
