import { join } from "node:path"

import { expect, it } from "vitest"

import { declarations } from "./declarations.ts"

const packages = join(import.meta.dirname, "../../../../packages")
const textOf = (name: string) => declarations(join(packages, name), join(packages, name, "src/promise.ts"))
const fieldsIn = (text: string, name: string) =>
  new RegExp(`interface ${name} \\{\n(.*?)\n\\}`, "s").exec(text)?.[1] ?? ""

it("an optional field of an input may be undefined, as the clients accept it; a field of an answer is left out", () => {
  const text = textOf("codehost")
  expect(fieldsIn(text, "CodeHostOptions")).toContain("readonly baseUrl?: string | undefined\n")
  expect(fieldsIn(text, "NewIssue")).toContain("readonly body?: string | undefined\n")
  expect(fieldsIn(text, "CallOptions")).toContain("readonly signal?: AbortSignal | undefined\n")
  expect(fieldsIn(text, "Issue")).toContain("readonly html_url: string")
  expect(fieldsIn(text, "Issue")).not.toContain("undefined")
})

it("so may one of an object in an input, or of an item of a list in it", () => {
  expect(fieldsIn(textOf("salesdata"), "SalesDataOptions")).toContain("readonly run?: number | undefined\n")
  expect(fieldsIn(textOf("analytics"), "Pivot")).toContain("readonly order?: ReadonlyArray<string> | undefined\n")
})

it("an input without fields, or of a list that needs none, may be left out, and no other", () => {
  const methods = fieldsIn(textOf("codehost"), "CodeHost")
  expect(methods).toContain("readonly limits: (input?: {}, options?: CallOptions) =>")
  const [, ofRepositories = ""] = methods.split("readonly list: ")
  expect(ofRepositories).toMatch(/^\(input\?: \{/)
  expect(methods).toContain("readonly get: (input: RepositoryName, options?: CallOptions) =>")
})
