/** Reads for pages, through the worker and free of charge. */
import type { Send } from "../../messaging/client.ts"
import type { Requests } from "../../messaging/contract.ts"
import type { Failure } from "../../messaging/failure.ts"
import { hasFields, isList, isObject, isOptional, isText, isTextOf, type Guarded } from "../../messaging/shape.ts"
import { isReport, type Report } from "./figures/figures.ts"
import type { OwnProperties, OwnProperty } from "./own-properties.ts"

type Json = Readonly<Record<string, unknown>>

export type Read<A> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly error: Failure }

/** A free read leaves no unknown charge, whatever became of its answer. */
const failed = ({ charged: _charged, ...error }: Failure): { readonly ok: false; readonly error: Failure } => ({
  ok: false,
  error
})

export const unreadable = failed({ reason: "Decode", what: "", own: { is: "unreadable" } })

/** Runs a step that reads; `of` returns `undefined` for an output of an unexpected shape. */
export const read = async <A>(
  send: Send,
  ask: Requests["read"]["input"],
  of: (output: Json) => A | undefined
): Promise<Read<A>> => {
  const { plugin, account, step, input } = ask
  const reply = await send("read", { plugin, account, step, input })
  if (!reply.ok) return failed(reply.error)
  const value = of(reply.output)
  return value === undefined ? unreadable : { ok: true, value }
}

/** Runs reports of one account, all at once. */
export const readReports = async (
  send: Send,
  account: string,
  inputs: ReadonlyArray<Json>
): Promise<Read<ReadonlyArray<Report>>> => {
  const step = "analytics_run_reports" as const
  const replies = await Promise.all(
    inputs.map((input) =>
      read(send, { plugin: "analytics", account, step, input }, (output) => (isReport(output) ? output : undefined))
    )
  )
  const failure = replies.find((reply) => !reply.ok)
  return failure ?? { ok: true, value: replies.flatMap((reply) => (reply.ok ? [reply.value] : [])) }
}

const isPage = hasFields({
  items: isList(
    hasFields({
      property: isTextOf(100),
      name: isText,
      sites: isOptional(isList(isTextOf(1000), 100))
    })
  ),
  next: isOptional(isObject)
})

/** A page has 50 properties. */
const MOST_PAGES = 40

const propertiesOf = async (send: Send, account: string): Promise<Read<ReadonlyArray<OwnProperty>>> => {
  const all: Array<OwnProperty> = []
  let input: Json | undefined = { sites: true, max_kb: 100 }
  for (let page = 0; page < MOST_PAGES && input !== undefined; page++) {
    const step = "analytics_list_properties" as const
    const reply: Read<Guarded<typeof isPage>> = await read(
      send,
      { plugin: "analytics", account, step, input },
      (output) => (isPage(output) ? output : undefined)
    )
    if (!reply.ok) return reply
    all.push(...reply.value.items.map(({ property, name, sites = [] }) => ({ account, property, name, sites })))
    input = reply.value.next
  }
  return { ok: true, value: all }
}

/**
 * Returns the properties of all web analytics accounts, each once, with the first account that reaches it.
 * @param lastKnown stand in for those of an account that fails
 */
export const listProperties = async (
  send: Send,
  lastKnown: ReadonlyArray<OwnProperty>
): Promise<Read<OwnProperties>> => {
  const accounts = await send("accountNames", { plugin: "analytics" })
  if (!accounts.ok) return failed(accounts.error)
  const lists = await Promise.all(accounts.output.names.map((name) => propertiesOf(send, name)))
  const properties = lists.flatMap((list) => (list.ok ? list.value : []))
  const failure = lists.find((list) => !list.ok)
  // If one account fails, the properties of the others are still shown.
  if (failure !== undefined && properties.length === 0) return failure
  const failedAccounts = accounts.output.names.filter((_, at) => lists[at]?.ok === false)
  const all = [...properties, ...lastKnown.filter(({ account }) => failedAccounts.includes(account))]
  return {
    ok: true,
    value: {
      properties: [...new Map(all.toReversed().map((one) => [one.property, one])).values()].toReversed(),
      isComplete: failure === undefined
    }
  }
}
