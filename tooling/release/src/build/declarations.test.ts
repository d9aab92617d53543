import { join } from "node:path"

import { expect, it } from "vitest"

import { declarations } from "./declarations.ts"

const codehost = join(import.meta.dirname, "../../../../packages/codehost")

it("an optional field of an input may be undefined, as the clients accept it; a field of an answer is left out", () => {
  const text = declarations(codehost, join(codehost, "src/promise.ts"))
  const fieldsOf = (name: string) => new RegExp(`interface ${name} \\{\n(.*?)\n\\}`, "s").exec(text)?.[1] ?? ""
  expect(fieldsOf("CodeHostOptions")).toContain("readonly baseUrl?: string | undefined\n")
  expect(fieldsOf("NewIssue")).toContain("readonly body?: string | undefined\n")
  expect(fieldsOf("CallOptions")).toContain("readonly signal?: AbortSignal | undefined\n")
  expect(fieldsOf("Issue")).toContain("readonly html_url: string")
  expect(fieldsOf("Issue")).not.toContain("undefined")
})
