/** An example command line that runs a step with its required fields, for users to fill in. */
import type { ObjectSchema } from "@inlay/agent-plugin/ToolSchema"

import type { Property } from "../input/property.ts"
import { wordOf } from "../words.ts"

const valueOf = (name: string, { type, enum: choices, anyOf }: Property): string => {
  if (choices !== undefined) return `${name}=${String(choices[0])}`
  const [first] = anyOf ?? []
  if (first !== undefined) return valueOf(name, first)
  switch (type) {
    case "integer":
    case "number":
      return `${name}=1`
    case "boolean":
      return `${name}=true`
    case "array":
      return `${name}:='[...]'`
    case "object":
      return `${name}:='{...}'`
    default:
      return `${name}=${name.toUpperCase()}`
  }
}

/**
 * The command with the step's required fields, or with its first field if none is required.
 *
 * @param pluginFiles the `--plugin` files that the step needs; empty for a step of the program
 */
export const exampleOf = (
  id: string,
  { properties = {}, required = [] }: ObjectSchema,
  pluginFiles: ReadonlyArray<string>
): string => {
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1)
  const fields = names.map((name) => valueOf(name, properties[name] as Property))
  return ["inlay run", id, ...fields, ...pluginFiles.map((file) => `--plugin ${wordOf(file)}`)].join(" ")
}
