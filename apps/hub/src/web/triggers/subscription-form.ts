/** Turns the subscription form into an API request or error messages, and assigns API errors to fields. Pure. */
import type { RequestError, TriggerDetails } from "../api/types.ts"
import { inputOf, propertiesOf, type Property, type Texts } from "../tools/schema.ts"
import { subscribing as words } from "./words.ts"

export interface SubscriptionForm {
  readonly account: string
  readonly target: Texts
  readonly filters: Texts
  readonly url: string
  readonly name: string
  readonly inOrder: boolean
  readonly ownChanges: boolean
}

export interface Parts {
  readonly target: ReadonlyArray<Property>
  readonly filters: ReadonlyArray<Property>
}

/** Error messages by part of the form and field. */
export interface Problems {
  readonly target: Texts
  readonly filters: Texts
  readonly own: Texts
}

export const NO_PROBLEMS: Problems = { target: {}, filters: {}, own: {} }

export const partsOf = ({ targetSchema, filtersSchema }: TriggerDetails): Parts => ({
  target: propertiesOf(targetSchema),
  filters: propertiesOf(filtersSchema)
})

/** The texts of stored filters in a form, as `inputOf` reads them. */
export const textsOf = (properties: ReadonlyArray<Property>, values: unknown): Texts => {
  const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))
  const texts = properties.flatMap(({ name, control }) => {
    const value = (values as Readonly<Record<string, unknown>>)[name]
    if (value === undefined || value === null) return []
    if (control.as === "list" || control.as === "choices") return [[name, [value].flat().map(textOf).join("\n")]]
    return [[name, textOf(value)]]
  })
  return Object.fromEntries(texts)
}

export const hasProblems = ({ target, filters, own }: Problems): boolean =>
  [target, filters, own].some((texts) => Object.keys(texts).length > 0)

export const subscriptionOf = ({ id, plugin }: TriggerDetails, parts: Parts, form: SubscriptionForm) => {
  const target = inputOf(parts.target, form.target)
  const filters = inputOf(parts.filters, form.filters)
  const { url, name, inOrder, ownChanges } = form
  const own: Texts = url.trim() === "" ? { url: words.missing } : {}
  return {
    problems: { target: target.problems, filters: filters.problems, own } satisfies Problems,
    subscription: {
      trigger: id,
      account: `${plugin}/${form.account}`,
      target: target.input,
      filters: filters.input,
      url: url.trim(),
      ...(name.trim() !== "" && { name: name.trim() }),
      inOrder,
      ownChanges
    }
  }
}

/** The fields that an API error names, if the form has them. */
export const problemsOf = ({ fields = [] }: RequestError, parts: Parts): Problems => {
  const within = (part: "target" | "filters"): Texts => {
    const names = new Set(parts[part].map(({ name }) => name))
    return Object.fromEntries(
      fields.flatMap(({ field, message }) => {
        const [first, name = ""] = field.split(/[.[]/)
        return first === part && names.has(name) ? [[name, message]] : []
      })
    )
  }
  const own = fields.flatMap(({ field, message }) => (field === "url" || field === "name" ? [[field, message]] : []))
  return { target: within("target"), filters: within("filters"), own: Object.fromEntries(own) }
}
