// Operations of the service that are not simulated: answered with 501, so that nobody takes a gap of the sandbox for an
// answer of the service. All of the service's are listed, by path and methods, as its OpenAPI description has them; a
// test of the client's package keeps the list equal to it.

import { readFileSync } from "node:fs"

import type { Routes } from "./context.ts"
import { Refusal } from "./errors.ts"

const list = new URL("./assets/operations.txt", import.meta.url)

const refuse = (): never => {
  throw new Refusal(501, "This operation of the service is not simulated.")
}

/** By method and template. */
const templates = (): ReadonlyArray<string> =>
  readFileSync(list, "utf8")
    .trimEnd()
    .split("\n")
    .flatMap((line) => {
      const [path = "", ...methods] = line.split(" ")
      return methods.map((method) => `${method} ${path}`)
    })

/** What the service has and the sandbox has not, whatever parameters are called. */
export const unsimulatedRoutes = (simulated: Routes): Routes => {
  // A comparison stands in the description in two ways of writing.
  const shape = (template: string): string => template.replaceAll(/\{\w+\}(\.\.\.\{\w+\})?/g, "{}")
  const shapes = new Set(Object.keys(simulated).map(shape))
  const missing = templates().filter((template) => !shapes.has(shape(template)))
  return Object.fromEntries(missing.map((template) => [template, { run: refuse }]))
}
