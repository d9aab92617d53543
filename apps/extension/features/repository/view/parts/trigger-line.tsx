/** How a trigger is told from others: by the agent that it starts, and by its filters. */
import { visible } from "@inlay/ui/text/visible"

import { triggers as words } from "../../../../locales/repository.ts"
import { isTitleOf } from "../../../../ui/text/trigger-title.ts"
import type { SubscriptionView } from "../../../hub/requests.ts"
import { labelOf } from "../changes/filters.tsx"

/**
 * Returns the agent's name: the subscription's name, or the agent's host if that name is empty or only the trigger's
 * title.
 */
export const agentOf = ({ name, url, trigger }: Pick<SubscriptionView, "name" | "url" | "trigger">): string => {
  if (name !== "" && !isTitleOf(name, trigger)) return name
  return URL.canParse(url) ? new URL(url).host : url
}

type Filtered = Pick<SubscriptionView, "filters" | "account">

const valueText = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "boolean") return [value ? words.yes : words.no]
  return typeof value === "string" || typeof value === "number" ? [String(value)] : []
}

/** The names of filters and their values. Those of an unknown shape are left out. */
export const filterTexts = ({ filters, account }: Filtered): ReadonlyArray<readonly [name: string, values: string]> => {
  const [plugin = ""] = account.split("/", 1)
  return Object.entries(Object(filters) as object).flatMap(([name, value]: readonly [string, unknown]) => {
    const values = [value].flat().flatMap(valueText)
    return values.length === 0 ? [] : [[labelOf(plugin, name), values.join(", ")]]
  })
}

export const FilterTexts = (of: Filtered) =>
  filterTexts(of).map(([name, values]) => (
    <>
      {" · "}
      <bdi>
        {visible(name)}: <bdi>{visible(values)}</bdi>
      </bdi>
    </>
  ))
