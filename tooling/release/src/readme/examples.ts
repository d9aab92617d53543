/**
 * Collects the documented examples of a package that must run: every `ts` block of its READMEs and of the `@example`s
 * in its sources is a program, and every `console` block of a README is a session. A program states its output in
 * comments, `// => text`. If an example names a provider, the sandbox stands in for it.
 */
import { globSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"

import { root, type Package } from "../workspace.ts"

/** The address and the key that examples use. */
const placeholders = { address: "https://api.provider.example/v1", key: "your-key" }

export interface Account {
  readonly baseUrl: string
  readonly apiKey: string
}

export interface Block {
  readonly language: string
  readonly text: string
  /** The line number of its first line, from 1. */
  readonly line: number
}

export interface Example {
  /** From the root, with its line: `packages/core-http/README.md:6`. */
  readonly place: string
  readonly code: string
  /** What it prints; empty if it does not say. */
  readonly prints: string
}

export interface Session {
  readonly place: string
  readonly commands: ReadonlyArray<{ readonly command: string; readonly output: string }>
}

export const blocks = (markdown: string): ReadonlyArray<Block> =>
  [...markdown.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(({ 1: language = "", 2: text = "", index }) => ({
    language,
    text,
    line: markdown.slice(0, index).split("\n").length + 1
  }))

const printedLines = (code: string): string => [...code.matchAll(/\/\/ => (.*)$/gm)].map(([, text]) => text).join("\n")

/** Each command follows `$ ` at the start of a line. Its output follows until the next command. */
const commandsOf = (text: string): Session["commands"] =>
  text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = "", ...output] = part.split("\n")
      return { command, output: output.join("\n").trim() }
    })

const readmes = ({ folder }: Package): ReadonlyArray<string> =>
  globSync("**/README.md", {
    cwd: folder,
    exclude: (name) => ["node_modules", "dist", "fixtures", "sandbox"].includes(name)
  })
    .map((path) => join(folder, path))
    .sort()

/** The text of every docstring with an `@example`, at its original line numbers. */
export const docstrings = (source: string): string =>
  source.replace(/^ *\/\*\*[^]*?\*\/|[^\n]+/gm, (part) =>
    /^ *\* @example/m.test(part) ? part.replace(/^ *\*(?: |$)/gm, "") : part.replace(/[^\n]+/g, "")
  )

const sources = ({ folder }: Package): ReadonlyArray<string> =>
  globSync("src/**/*.ts", { cwd: folder })
    .filter((path) => !path.endsWith(".test.ts"))
    .map((path) => join(folder, path))
    .sort()

const blocksIn = (files: ReadonlyArray<string>, language: string, read: (text: string) => string = (text) => text) =>
  files.flatMap((file) =>
    blocks(read(readFileSync(file, "utf8")))
      .filter((block) => block.language === language)
      .map(({ text, line }) => ({ text, place: `${relative(root, file)}:${line}` }))
  )

type PlacedBlock = Pick<Block, "text"> & Pick<Example, "place">

const exampleOf = ({ text, place }: PlacedBlock): Example => ({ place, code: text, prints: printedLines(text) })
const sessionOf = ({ text, place }: PlacedBlock): Session => ({ place, commands: commandsOf(text) })

export const readmeExamples = (pkg: Package): ReadonlyArray<Example> => blocksIn(readmes(pkg), "ts").map(exampleOf)

export const docstringExamples = (pkg: Package): ReadonlyArray<Example> =>
  blocksIn(sources(pkg), "ts", docstrings).map(exampleOf)

export const examples = (pkg: Package): ReadonlyArray<Example> => [...readmeExamples(pkg), ...docstringExamples(pkg)]

export const sessions = (pkg: Package): ReadonlyArray<Session> => blocksIn(readmes(pkg), "console").map(sessionOf)

export interface Guide {
  /** From the root: `docs/developer.md`. */
  readonly place: string
  readonly examples: ReadonlyArray<Example>
  readonly sessions: ReadonlyArray<Session>
}

/** The pages of `docs`, which belong to no package. */
export const guides = (): ReadonlyArray<Guide> =>
  globSync("docs/*.md", { cwd: root })
    .sort()
    .map((place) => ({
      place,
      examples: blocksIn([join(root, place)], "ts").map(exampleOf),
      sessions: blocksIn([join(root, place)], "console").map(sessionOf)
    }))

/** Puts a real account into an example's code. */
export const withAccount = (code: string, { baseUrl, apiKey }: Account): string =>
  code.replaceAll(placeholders.address, baseUrl).replaceAll(placeholders.key, apiKey)
