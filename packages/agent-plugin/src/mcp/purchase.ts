/**
 * The question that a user is asked before a call that costs credits: what is bought, the price, the account that pays,
 * and what is left of its cap. If the charge of an earlier call is unknown, it also asks what became of it. Pure: the
 * transports send the question to the client.
 */
import { creditText } from "@inlay/core-http/credit-text"
import { key, quote } from "@inlay/core-http/ProviderText"
import type { Preview } from "@inlay/core-http/Spend"

import type { Plugin } from "../Plugin.ts"
import { inputSchema } from "../steps/ToolSchema.ts"
import type { ToolStep } from "../steps/ToolStep.ts"

/** A form for `elicitation/create`: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation */
export interface Question {
  readonly message: string
  readonly requestedSchema: {
    readonly type: "object"
    readonly properties: Readonly<Record<string, { readonly type: "string"; readonly enum: ReadonlyArray<string> }>>
    readonly required?: ReadonlyArray<string>
  }
  /** Identifies the call and its price. An answer to a question with another subject is ignored. */
  readonly subject: string
}

/** The user's answer, as the client reports it. */
export interface Reply {
  readonly action: "accept" | "decline" | "cancel"
  readonly content?: Readonly<Record<string, unknown>> | undefined
}

/** The call that the user is asked about. */
export interface Purchase {
  readonly plugin: Pick<Plugin, "id" | "title">
  readonly step: ToolStep<never>
  readonly account: string
  readonly input: Readonly<Record<string, unknown>>
  readonly preview: Preview
}

/** The name of a step's input that carries the decision about an earlier charge. */
const DECISION = "unknown_charge"
const DECISIONS = ["ask_again", "charged", "not_charged"] as const

/** Fields that say how the call is made, and not what is bought. */
const BESIDE: ReadonlySet<string> = new Set(["account", "max_kb", DECISION])

/** The most characters of a value, and of all fields together. */
const VALUE_CHARS = 80
const FIELDS_CHARS = 200

/**
 * Names what is bought: ` with email “ada@example.com”, company “Estuary”`. The model wrote it, so it is quoted. A value
 * that counts as omitted is left out.
 */
const boughtWith = (input: Readonly<Record<string, unknown>>): string => {
  const fields = Object.entries(input)
    .filter(([name, value]) => !BESIDE.has(name) && value !== null && value !== "")
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value)
      return `${key(name)} ${quote(text, VALUE_CHARS)}`
    })
  let chars = 0
  const listedFields = fields.filter((field) => (chars += field.length) <= FIELDS_CHARS)
  const rest = fields.length - listedFields.length
  const more = rest === 0 ? "" : ` and ${rest} more field${rest === 1 ? "" : "s"}`
  return fields.length === 0 ? "" : ` with ${listedFields.join(", ")}${more}`
}

const priceOf = (estimate: number | null): string =>
  estimate === null ? "an unknown number of credits" : `up to ${creditText(estimate)}`

const leftOf = ({ caps, left }: Preview): string => {
  const sentences = [
    ...(caps.day !== undefined && left.day !== undefined
      ? [`${left.day} of ${creditText(caps.day)} a day are left.`]
      : []),
    ...(caps.run !== undefined && left.run !== undefined
      ? [`${left.run} of ${creditText(caps.run)} a run are left.`]
      : [])
  ]
  return sentences.length === 0 ? "The account has no cap." : sentences.join(" ")
}

/** What the user has to decide before the call can be sent. */
const decisionNeeded = ({ refusal, blocking, uncachedPurchase }: Preview): "charge" | "repeat" | undefined => {
  if (refusal?.reason._tag !== "Refused") return undefined
  if (refusal.reason.guard === "unknownCharge" && blocking.length > 0) return "charge"
  return refusal.reason.guard === "uncached" && uncachedPurchase !== undefined ? "repeat" : undefined
}

/** Returns the question about a call, or `undefined` if the call is free or would be refused whatever the answer. */
export const questionOf = ({ plugin, step, account, input, preview }: Purchase): Question | undefined => {
  const { isFree, cached, isUnderWay, refusal, estimate, blocking, uncachedPurchase } = preview
  if (isFree || cached !== undefined || isUnderWay) return undefined
  const open = decisionNeeded(preview)
  if (open !== undefined && inputSchema(step).properties?.[DECISION] === undefined) return undefined
  if (refusal !== undefined && open === undefined) return undefined
  const payer = `${plugin.id}/${account}`
  const about = (what: unknown) => JSON.stringify([step.id, payer, input, estimate, what])
  const title = step.title + boughtWith(input)
  const terms = `It costs ${priceOf(estimate)} of ${payer}. ${leftOf(preview)}`
  if (open === "charge") {
    const since = new Date(blocking[0]?.atMillis ?? 0).toISOString()
    return {
      message: `${title}: the same lookup was sent at ${since} and the response was lost, so the charge is unknown. Check the provider's credit log. Then answer charged or not_charged, or ask_again without knowing. It is sent again in each case. ${terms}`,
      requestedSchema: {
        type: "object",
        properties: { [DECISION]: { type: "string", enum: DECISIONS } },
        required: [DECISION]
      },
      subject: about(blocking.map(({ atMillis }) => atMillis))
    }
  }
  const repeat =
    open === "repeat"
      ? `It was bought at ${uncachedPurchase?.since}, but the answer was not saved: this buys it again. `
      : ""
  return {
    message: `Run ${title}? ${repeat}${terms}`,
    requestedSchema: { type: "object", properties: {} },
    subject: about(open)
  }
}

/**
 * Returns the input to run with after the user's decision, or `undefined` if the user refused or the answer does not
 * fit the question.
 */
export const inputAfter = (
  { input, preview }: Pick<Purchase, "input" | "preview">,
  { action, content }: Reply
): Readonly<Record<string, unknown>> | undefined => {
  if (action !== "accept") return undefined
  const open = decisionNeeded(preview)
  if (open === undefined) return input
  if (open === "repeat") return { ...input, [DECISION]: "ask_again" }
  const decision = DECISIONS.find((one) => one === content?.[DECISION])
  return decision && { ...input, [DECISION]: decision }
}
