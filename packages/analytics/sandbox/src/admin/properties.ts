// Properties of accounts.
// Source: https://developers.google.com/analytics/devguides/config/admin/v1/rest/v1beta/properties

import { accountRole, hasRole, type Property, propertyRole, seesAccount } from "../accounts/accounts.ts"
import { forbidden, invalid, required } from "../frame/errors.ts"
import { type Context, operation } from "../frame/operation.ts"
import type { Content } from "../protocol/encode.ts"
import { listPropertiesResponse, property as propertyMessage } from "../protocol/messages/admin.ts"
import { propertyFor, propertyToChange } from "./access.ts"
import { paged, pageQuery } from "./paging.ts"
import { maskOf } from "./update-mask.ts"
import { currencyOf, displayNameOf, textOf, timeZoneOf } from "./values.ts"

const longestName = 100
const trashDays = 35

const record = (property: Property): Content => ({
  ...property,
  name: `properties/${property.id}`,
  parent: `accounts/${property.accountId}`,
  account: `accounts/${property.accountId}`
})

const show = (context: Context): Content => record(propertyFor(context, "viewer"))

/** The properties that match the filter. */
const filtered = ({ principal, query, state }: Context): ReadonlyArray<Property> => {
  const filter = query["filter"] ?? ""
  if (filter === "") throw required("filter")
  const [, key = "", value = ""] = /^(parent|ancestor|firebase_project):(.+)$/.exec(filter) ?? []
  if (key === "") {
    throw invalid(
      `Invalid filter '${filter}'. Use one of parent:accounts/123, ancestor:accounts/123, firebase_project:123.`
    )
  }
  // No Firebase project is linked, and no property has subproperties.
  if (key === "firebase_project" || /^properties\/\d+$/.test(value)) return []
  const accountId = /^accounts\/(\d+)$/.exec(value)?.[1]
  if (accountId === undefined) throw invalid(`Invalid filter '${filter}'. The value must be a resource name.`)
  if (!state.world.accounts.has(accountId) || !seesAccount(state.world, principal, accountId)) throw forbidden()
  return [...state.world.properties.values()].filter(
    (property) => property.accountId === accountId && propertyRole(principal, property) !== undefined
  )
}

const list = (context: Context): Content => {
  const showDeleted = context.query["showDeleted"] === "true"
  const visible = filtered(context).filter(({ deleteTime }) => showDeleted || deleteTime === null)
  return paged(context, "properties", visible.map(record))
}

const industryOf = (body: Content): string => textOf(body["industryCategory"]) || "INDUSTRY_CATEGORY_UNSPECIFIED"

const create = ({ body, principal, state }: Context): Content => {
  const parent = textOf(body["parent"])
  if (parent === "") throw required("parent")
  const accountId = /^accounts\/(\d+)$/.exec(parent)?.[1]
  if (accountId === undefined) throw invalid(`Invalid resource name: ${parent}. The parent must be an account.`)
  const displayName = displayNameOf(body["displayName"], longestName)
  const timeZone = timeZoneOf(body["timeZone"])
  const currencyCode = body["currencyCode"] === undefined ? "USD" : currencyOf(body["currencyCode"])
  const propertyType = body["propertyType"] ?? "PROPERTY_TYPE_ORDINARY"
  if (propertyType !== "PROPERTY_TYPE_ORDINARY" && propertyType !== "PROPERTY_TYPE_UNSPECIFIED") {
    throw invalid("Only ordinary properties can be created by this method.")
  }
  if (!hasRole(accountRole(principal, accountId), "administrator")) throw forbidden()
  const stamp = state.clock.stamp()
  const property: Property = {
    id: String(state.world.nextId++),
    accountId,
    propertyType: "PROPERTY_TYPE_ORDINARY",
    serviceLevel: "GOOGLE_ANALYTICS_STANDARD",
    createTime: stamp,
    updateTime: stamp,
    displayName,
    industryCategory: industryOf(body),
    timeZone,
    currencyCode,
    deleteTime: null,
    expireTime: null
  }
  state.world.properties.set(property.id, property)
  return record(property)
}

const update = (context: Context): Content => {
  const { body, state } = context
  const mask = maskOf(context, {
    fields: ["displayName", "industryCategory", "timeZone", "currencyCode"],
    fixed: [
      "name",
      "propertyType",
      "createTime",
      "updateTime",
      "parent",
      "serviceLevel",
      "deleteTime",
      "expireTime",
      "account"
    ]
  })
  const property = propertyToChange(context)
  const changes: Partial<Property> = {
    ...(mask.has("displayName") ? { displayName: displayNameOf(body["displayName"], longestName) } : {}),
    ...(mask.has("industryCategory") ? { industryCategory: industryOf(body) } : {}),
    ...(mask.has("timeZone") ? { timeZone: timeZoneOf(body["timeZone"]) } : {}),
    ...(mask.has("currencyCode") ? { currencyCode: currencyOf(body["currencyCode"] ?? "") } : {})
  }
  Object.assign(property, changes, { updateTime: state.clock.stamp() })
  return record(property)
}

/** Moves the property to the trash, where it remains visible until it expires. */
const remove = (context: Context): Content => {
  const property = propertyToChange(context)
  const now = context.state.clock.now()
  property.deleteTime = new Date(now).toISOString()
  property.expireTime = new Date(now + trashDays * 86_400_000).toISOString()
  return record(property)
}

export const propertyOperations = [
  operation("admin", "GET properties", {
    name: "listProperties",
    gives: listPropertiesResponse,
    query: ["filter", "showDeleted", ...pageQuery],
    run: list
  }),
  operation("admin", "GET properties/{property}", { name: "getProperty", gives: propertyMessage, run: show }),
  operation("admin", "POST properties", {
    name: "createProperty",
    takes: propertyMessage,
    gives: propertyMessage,
    run: create
  }),
  operation("admin", "PATCH properties/{property}", {
    name: "updateProperty",
    takes: propertyMessage,
    gives: propertyMessage,
    query: ["updateMask"],
    run: update
  }),
  operation("admin", "DELETE properties/{property}", { name: "deleteProperty", gives: propertyMessage, run: remove })
]
