import { expect, it } from "vitest"

import { publicPackages } from "../workspace.ts"
import { blocks, withAccount, docstrings, examples, sessions } from "./examples.ts"

it("finds fenced blocks, with their language and their line", () => {
  const markdown = "# A\n\n```ts\nconst a = 1\n```\n\ntext\n\n```console\n$ b\n```\n"
  expect(blocks(markdown)).toEqual([
    { language: "ts", text: "const a = 1\n", line: 4 },
    { language: "console", text: "$ b\n", line: 10 }
  ])
})

it("finds the examples of docstrings, on their lines", () => {
  const source = [
    "/** Without one. */",
    "const text = `/** no docstring */`",
    "interface A {",
    "  /**",
    "   * Adds.",
    "   *",
    "   * @example",
    "   * ```ts",
    "   * console.log(1 + 1) // => 2",
    "   * ```",
    "   */",
    "  readonly add: () => void",
    "}",
    ""
  ].join("\n")
  expect(blocks(docstrings(source))).toEqual([{ language: "ts", text: "console.log(1 + 1) // => 2\n", line: 9 }])
})

it("replaces the provider in examples with the test account", () => {
  const code = `connect("https://api.provider.example/v1", "your-key")`
  expect(withAccount(code, { baseUrl: "http://127.0.0.1:1/x", apiKey: "k" })).toBe(
    `connect("http://127.0.0.1:1/x", "k")`
  )
})

it("finds an example with expected output in each library, and a session of the program", () => {
  for (const pkg of publicPackages()) {
    if (pkg.manifest.bin === undefined) {
      const [first] = examples(pkg)
      expect([pkg.manifest.name, first?.prints]).toEqual([pkg.manifest.name, expect.stringMatching(/\w/)])
    } else {
      const commands = sessions(pkg).flatMap((session) => session.commands)
      expect(commands.map(({ output }) => output).filter((output) => output === "")).toEqual([])
      expect(commands.length).toBeGreaterThan(0)
    }
  }
})
