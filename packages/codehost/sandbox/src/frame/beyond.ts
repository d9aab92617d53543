// Answers operations that the sandbox does not simulate with 501, so that callers do not mistake a gap in the sandbox
// for behaviour of the service. The list has every operation of the service's OpenAPI description; a test in the
// client's package keeps it up to date.

import { readFileSync } from "node:fs"

import type { Routes } from "./context.ts"
import { Refusal } from "./errors.ts"

const list = new URL("./assets/operations.txt", import.meta.url)

const refuse = (): never => {
  throw new Refusal(501, "This operation of the service is not simulated.")
}

/** All operations, as method and path template. */
const templates = (): ReadonlyArray<string> =>
  readFileSync(list, "utf8")
    .trimEnd()
    .split("\n")
    .flatMap((line) => {
      const [path = "", ...methods] = line.split(" ")
      return methods.map((method) => `${method} ${path}`)
    })

/** Routes of all operations that the service has but the sandbox does not. Names of path parameters are ignored. */
export const unsimulatedRoutes = (simulated: Routes): Routes => {
  // The description writes the path of a comparison in two ways.
  const shape = (template: string): string => template.replaceAll(/\{\w+\}(\.\.\.\{\w+\})?/g, "{}")
  const shapes = new Set(Object.keys(simulated).map(shape))
  const missing = templates().filter((template) => !shapes.has(shape(template)))
  return Object.fromEntries(missing.map((template) => [template, { run: refuse }]))
}
