// Inputs that a workflow declares for manual runs (`workflow_dispatch`), and validation of the values that are sent.
// Source: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#onworkflow_dispatchinputs

import { isObject, type JsonObject } from "@inlay/sandbox-kit/json"

import { unprocessable, type Refusal } from "../frame/errors.ts"

export interface WorkflowInput {
  readonly type: "string" | "boolean" | "number" | "choice"
  readonly required: boolean
  readonly options?: ReadonlyArray<string>
}

export type WorkflowInputs = Readonly<Record<string, WorkflowInput>>

const maxInputs = 25
const maxChars = 65_535

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

const misfit = (name: string, { options = [], type }: WorkflowInput, text: string): string | undefined => {
  if (type === "choice" && !options.includes(text)) {
    return `Provided value '${text}' for input '${name}' not in the list of allowed values`
  }
  if (type === "boolean" && text !== "true" && text !== "false") {
    return `Provided value '${text}' for input '${name}' is not of type boolean`
  }
  if (type === "number" && Number.isNaN(Number(text))) {
    return `Provided value '${text}' for input '${name}' is not of type number`
  }
  return undefined
}

/** The error for the inputs of a dispatch, or undefined if they are valid. */
export const inputsProblem = (declarations: WorkflowInputs, values: unknown): Refusal | undefined => {
  if (values !== undefined && values !== null && !isObject(values)) {
    return unprocessable(`Invalid request.\n\nFor 'properties/inputs', ${JSON.stringify(values)} is not an object.`)
  }
  const inputs: JsonObject = isObject(values) ? values : {}
  const names = Object.keys(inputs)
  if (names.length > maxInputs) return unprocessable(`inputs are limited to ${maxInputs} properties`)
  if (JSON.stringify(inputs).length > maxChars) return unprocessable("inputs are too large.")
  const unexpected = names.filter((name) => !Object.hasOwn(declarations, name))
  if (unexpected.length > 0) return unprocessable(`Unexpected inputs provided: ${JSON.stringify(unexpected)}`)
  for (const [name, input] of Object.entries(declarations)) {
    const value = inputs[name]
    if (value === undefined || value === null || value === "") {
      if (input.required) return unprocessable(`Required input '${name}' not provided`)
    } else if (!isScalar(value)) {
      return unprocessable(`Invalid value for input '${name}'`)
    } else {
      const problem = misfit(name, input, String(value))
      if (problem !== undefined) return unprocessable(problem)
    }
  }
  return undefined
}
