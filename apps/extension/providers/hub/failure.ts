/**
 * Converts a failure that a hub answers to an error of the same kind here. Fields that cannot be read are left out, not
 * guessed.
 */
import { ProviderError, type FieldError, type Reason, type Refused } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import type { Remedy } from "@inlay/core-http/Remedy"

import { HubError } from "../../messaging/own-failures.ts"
import {
  hasFields,
  isList,
  isNumberIn,
  isObject,
  isOneOf,
  isOptional,
  isText,
  isTextOf,
  type Is
} from "../../messaging/shape.ts"

const MAX_CHARS = 500

const text = (value: unknown): string | undefined => (isText(value) ? ProviderText.line(value, MAX_CHARS) : undefined)

const isShort = isTextOf(MAX_CHARS)
const isTexts = isList(isShort, 100)

/** Every remedy, with the fields that its words need. */
const REMEDIES: { readonly [To in Remedy["to"]]: Readonly<Record<string, Is<unknown>>> } = {
  correctInput: {},
  checkNames: { hidden: isOptional(isShort) },
  chooseName: { names: isTexts },
  chooseAnotherName: {},
  checkAddress: { of: isOneOf(["base", "signIn", "endpoint"]) },
  setAddress: { of: isOneOf(["base"]) },
  writeAddress: {},
  writeEndpoint: { style: isOneOf(["leading-slash", "no-leading-slash", "either"]) },
  leaveOut: { what: isOneOf(["key", "header"]) },
  connect: {},
  enterKey: {},
  checkKey: {},
  renewKey: {},
  signInAgain: {},
  checkApp: {},
  grant: { needs: isShort },
  ask: { whom: isOneOf(["administrator", "owner", "support"]), needs: isOptional(isShort) },
  changeSetting: { of: isShort },
  useAnotherAccount: {},
  buyCredits: {},
  raiseCap: { cap: isOneOf(["day", "run", "principal"]) },
  statePrice: {},
  agreeToPrice: {},
  settleCharge: {},
  buyAgain: {},
  checkCharge: {},
  lookFirst: { at: isOptional(isShort) },
  retry: { afterSeconds: isOptional(isNumberIn(0, 1e9)) },
  readAgain: {},
  changeState: {},
  askForLess: {},
  readAnswer: {},
  repairStorage: {},
  read: { text: isShort }
}

const isRemedy = (value: unknown): value is Remedy =>
  isObject(value) &&
  isText(value["to"]) &&
  Object.hasOwn(REMEDIES, value["to"]) &&
  hasFields(REMEDIES[value["to"] as Remedy["to"]])(value)

const GUARDS: Readonly<Record<Refused["guard"], true>> = {
  endpoint: true,
  header: true,
  baseAddress: true,
  redirect: true,
  cap: true,
  price: true,
  unknownCharge: true,
  uncached: true,
  ledger: true,
  restriction: true,
  vault: true,
  readOnly: true,
  signIn: true,
  declined: true
}

const isGuard = (value: unknown): value is Refused["guard"] => isText(value) && Object.hasOwn(GUARDS, value)
const isCap = hasFields<NonNullable<Refused["cap"]>>({
  kind: isOneOf(["day", "run", "principal"]),
  limit: isNumberIn(0, 1e12),
  spent: isNumberIn(0, 1e12)
})
const isFields = isList(hasFields<FieldError>({ field: isTextOf(200), message: isShort }), 100)

type Json = Readonly<Record<string, unknown>>
type Facts = Pick<Reason, "what" | "remedy" | "nothing">

/** Reads the fields of each reason, besides those that all reasons have. `charged`: something may have been served. */
const reasonOf = (tag: unknown, json: Json, facts: Facts, charged: boolean): Reason | undefined => {
  const seconds = isNumberIn(0, 1e9)(json["retryAfterSeconds"]) ? { retryAfterSeconds: json["retryAfterSeconds"] } : {}
  const needs = text(json["needs"])
  switch (tag as Reason["_tag"]) {
    case "Unauthorized":
    case "Conflict":
    case "Decode":
      return { ...facts, _tag: tag as "Unauthorized" | "Conflict" | "Decode" }
    case "Forbidden":
      return { ...facts, _tag: "Forbidden", ...(needs !== undefined && { needs }) }
    case "NotFound":
      return { ...facts, _tag: "NotFound", ...(isTexts(json["known"]) && { known: json["known"] }) }
    case "Invalid":
      return { ...facts, _tag: "Invalid", fields: isFields(json["fields"]) ? json["fields"] : [] }
    case "RateLimited":
      return { ...facts, _tag: "RateLimited", ...seconds }
    case "QuotaExhausted":
      return { ...facts, _tag: "QuotaExhausted", ...(isShort(json["resetsAt"]) && { resetsAt: json["resetsAt"] }) }
    case "Refused":
      return isGuard(json["guard"])
        ? { ...facts, _tag: "Refused", guard: json["guard"], ...(isCap(json["cap"]) && { cap: json["cap"] }) }
        : undefined
    case "Unavailable":
      return { ...facts, _tag: "Unavailable", status: 502, ...seconds }
    case "Timeout":
    case "Transport":
      return { ...facts, _tag: tag as "Timeout" | "Transport", sent: charged }
    default:
      return undefined
  }
}

/**
 * Returns the error of a failure's JSON, or `undefined` if it is not a failure.
 * @param json the `error` of an answer
 */
export const errorOf = (json: unknown): ProviderError | undefined => {
  if (!isObject(json)) return undefined
  const { remedy, nothing } = json
  const charged = json["charged"] === "unknown"
  const what = text(json["what"]) ?? text(json["message"])
  if (what === undefined) return undefined
  const facts: Facts = {
    what,
    ...(isRemedy(remedy) && { remedy }),
    ...(isOneOf(["sent", "changed", "stored"])(nothing) && { nothing })
  }
  const reason = reasonOf(json["reason"], json, facts, charged)
  const provider = text(json["provider"]) ?? ""
  // What this browser's pairing does not allow is changed where it is paired, in this browser's settings.
  const Failure = provider === "inlay" && reason?._tag === "Forbidden" ? ProviderError : HubError
  return (
    reason &&
    new Failure({
      provider,
      operation: "",
      reason,
      ...(charged && { charged: "unknown" as const }),
      ...(json["outcome"] === "unknown" && { outcome: "unknown" as const })
    })
  )
}
