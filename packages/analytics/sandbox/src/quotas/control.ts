// Control actions that read and set quotas.

import { isWhole } from "@inlay/sandbox-kit/control"
import type { JsonObject } from "@inlay/sandbox-kit/json"
import { type Answer, jsonAnswer } from "@inlay/sandbox-kit/wire"

import { sandboxProject } from "../sign-in/tokens.ts"
import type { SandboxState } from "../state.ts"
import { categories, limitNames } from "./quotas.ts"

const most = 1_000_000_000

const show = ({ quotas, world }: SandboxState): Answer =>
  jsonAnswer(200, {
    limits: Object.fromEntries(categories.map((category) => [category, quotas.limits(category)])),
    properties: [...world.properties.keys()].flatMap((propertyId) =>
      categories.map((category) => ({
        property: `properties/${propertyId}`,
        category,
        consumed: Object.fromEntries(
          limitNames.map((name) => [name, quotas.consumed({ propertyId, category, project: sandboxProject }, name)])
        )
      }))
    )
  })

/** `limits` applies to all properties. `consumed` sets the usage of one property in the current window. */
const change = (state: SandboxState, body: JsonObject): Answer => {
  const { category = "core", consumed = {}, limits = {}, project = sandboxProject, property = "" } = body
  const ofCategory = categories.find((one) => one === category)
  if (ofCategory === undefined) return jsonAnswer(400, { message: `category must be one of ${categories.join(", ")}` })
  const amounts = { ...(limits as object), ...(consumed as object) }
  const wrong = Object.entries(amounts).find(
    ([name, amount]) => !limitNames.some((one) => one === name) || !isWhole(amount, 0, most)
  )
  if (wrong !== undefined) {
    return jsonAnswer(400, { message: `${wrong[0]} must be one of ${limitNames.join(", ")}, and a whole number` })
  }
  state.quotas.setLimits(ofCategory, limits as object)
  const propertyId = String(property).replace(/^properties\//, "")
  for (const [name, amount] of Object.entries(consumed as Record<string, number>)) {
    const limit = limitNames.find((one) => one === name)
    if (limit !== undefined) {
      state.quotas.consume({ propertyId, category: ofCategory, project: String(project) }, limit, amount)
    }
  }
  return show(state)
}

export const quotaReads: Readonly<Record<string, (state: SandboxState) => Answer>> = { "/quotas": show }
export const quotaWrites: Readonly<Record<string, (state: SandboxState, body: JsonObject) => Answer>> = {
  "/quotas": change
}
