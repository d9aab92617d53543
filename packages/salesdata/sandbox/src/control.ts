// The control API, with which tests and demos inspect and configure the simulated provider.

import { isWhole, makeControl as control } from "@inlay/sandbox-kit/control"
import type { JsonObject } from "@inlay/sandbox-kit/json"
import { type Answer, type Handler, jsonAnswer } from "@inlay/sandbox-kit/wire"

import { companyPrice, personPrice } from "./credits.ts"
import { faultNames, isWireFault, operations, parseFault, wireFaults } from "./faults.ts"
import { noMatchStyles } from "./no-match.ts"
import type { SandboxState } from "./state.ts"
import { errorAnswer, type Problem } from "./wire.ts"

const bad = (...errors: ReadonlyArray<Problem>): Answer =>
  errorAnswer(400, "invalid_request", errors.map(({ field, message }) => `${field} ${message}`).join("; "), { errors })

const wholeNumber = (field: string, value: unknown, min: number, max: number): Problem | undefined =>
  isWhole(value, min, max) ? undefined : { field, message: `must be a whole number from ${min} to ${max}` }

const unknownFields = (body: JsonObject, allowedFields: ReadonlyArray<string>): ReadonlyArray<Problem> =>
  Object.keys(body)
    .filter((field) => !allowedFields.includes(field))
    .map((field) => ({ field, message: `is not known; known: ${allowedFields.join(", ")}` }))

const addFault = ({ faults }: SandboxState, body: JsonObject): Answer => {
  const { fault: name, operation: operationName = null, times = 1 } = body
  const fault = typeof name === "string" ? parseFault(name) : undefined
  const operation = operations.find((candidate) => candidate === operationName) ?? null
  const problems = [
    ...unknownFields(body, ["fault", "times", "operation"]),
    fault === undefined ? { field: "fault", message: `must be one of ${faultNames.toSorted().join(", ")}` } : undefined,
    operationName !== null && operation === null
      ? { field: "operation", message: `must be one of ${operations.join(", ")}` }
      : undefined,
    wholeNumber("times", times, 1, 10_000)
  ].filter((problem) => problem !== undefined)
  if (problems.length > 0 || fault === undefined || typeof times !== "number") return bad(...problems)
  faults.add({ fault, operation, times })
  return jsonAnswer(200, { queued: faults.list() })
}

const changeSettings = (state: SandboxState, body: JsonObject): Answer => {
  const { balance, faultSeed = 0, faultShare, idempotencyKeys, latencyMs, noMatchStyle: styleName } = body
  const { ratePerMinute } = body
  const style = noMatchStyles.find((candidate) => candidate === styleName)
  const problems = [
    ...unknownFields(body, [
      "balance",
      "ratePerMinute",
      "latencyMs",
      "noMatchStyle",
      "faultShare",
      "faultSeed",
      "idempotencyKeys"
    ]),
    balance === undefined ? undefined : wholeNumber("balance", balance, 0, 1_000_000_000),
    ratePerMinute === undefined ? undefined : wholeNumber("ratePerMinute", ratePerMinute, 0, 1_000_000),
    latencyMs === undefined ? undefined : wholeNumber("latencyMs", latencyMs, 0, 60_000),
    styleName === undefined || styleName === null || style !== undefined
      ? undefined
      : { field: "noMatchStyle", message: `must be null or one of ${noMatchStyles.join(", ")}` },
    faultShare === undefined || (typeof faultShare === "number" && faultShare >= 0 && faultShare <= 1)
      ? undefined
      : { field: "faultShare", message: "must be a number from 0 to 1" },
    wholeNumber("faultSeed", faultSeed, 0, 0xffff_ffff),
    idempotencyKeys === undefined || typeof idempotencyKeys === "boolean"
      ? undefined
      : { field: "idempotencyKeys", message: "must be true or false" }
  ].filter((problem) => problem !== undefined)
  if (problems.length > 0) return bad(...problems)
  if (typeof balance === "number") state.credits.setBalance(balance)
  if (typeof ratePerMinute === "number") state.rateLimit.setPerMinute(ratePerMinute)
  if (typeof latencyMs === "number") state.settings.latencyMs = latencyMs
  if (styleName !== undefined) state.settings.noMatchStyle = style ?? null
  if (typeof idempotencyKeys === "boolean") state.settings.idempotencyKeys = idempotencyKeys
  if (typeof faultShare === "number" && typeof faultSeed === "number") {
    state.randomFaults.set({ share: faultShare, seed: faultSeed })
  }
  return jsonAnswer(200, { settings: state.settings })
}

const knownFaults = (state: SandboxState): Answer =>
  jsonAnswer(200, {
    queued: state.faults.list(),
    known: faultNames
      .toSorted()
      .map((name) =>
        isWireFault(name)
          ? { fault: name, charged: wireFaults[name].worked, what: wireFaults[name].what }
          : { fault: name, charged: false, what: "no match" }
      )
  })

/** Everybody in the data set, with their identifiers and prices. */
const directory = ({ data }: SandboxState): Answer =>
  jsonAnswer(200, {
    people: data.people.map(({ emails, id, phones, slug }) => ({
      id,
      slug,
      emails: emails.map(({ address }) => address),
      price: personPrice(phones.length)
    })),
    companies: data.companies.map(({ abn, domain, id, slug }) => ({ id, slug, domain, abn, price: companyPrice }))
  })

const reads: Readonly<Record<string, (state: SandboxState) => Answer>> = {
  "/calls": ({ journal }) => jsonAnswer(200, { calls: journal.calls() }),
  "/charges": ({ credits }) => jsonAnswer(200, credits.charges()),
  "/directory": directory,
  "/faults": knownFaults
}

const writes: Readonly<Record<string, (state: SandboxState, body: JsonObject) => Answer>> = {
  "/faults": addFault,
  "/settings": changeSettings,
  "/release": ({ gate }) => jsonAnswer(200, { released: gate.release() }),
  "/reset": (state) => {
    state.reset()
    return jsonAnswer(200, { reset: true })
  }
}

const refusal = (status: number, message: string): Answer => {
  if (status === 400) return bad({ field: "body", message: "must be a JSON object" })
  return errorAnswer(status, status === 404 ? "unknown_endpoint" : "sandbox_failed", message)
}

export const makeControl = (state: SandboxState): Handler => control(state, { reads, writes, refusal })
