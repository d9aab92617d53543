/** Names of units in their forms: `create-issue` as a file, an export, a title and the end of an id. */
import { camel } from "../workspace.ts"
import { UsageError } from "./kind.ts"

const KEBAB_CASE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/
/** `<plugin>_<name>` names a tool, and models accept at most 64 characters, which leaves 18 for the plugin. */
const MAX_CHARS = 45
/** Names that an export cannot have, because the language or the generated list of units uses them. */
const RESERVED = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield tool-steps triggers sections plugins"
  ).split(" ")
)

export interface Names {
  /** `create-issue`: the file. */
  readonly kebab: string
  /** `createIssue`: the export. */
  readonly camel: string
  /** `create_issue`: the end of the id. */
  readonly snake: string
  /** `Create Issue`: the title, whose words are the id's. */
  readonly title: string
}

/** Returns the names of a unit. Fails with a `UsageError` that says what is wrong and suggests a valid name. */
export const namesOf = (name: string): Names => {
  if (!KEBAB_CASE.test(name)) {
    const kebab = name
      .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^[-0-9]+|-+$/g, "")
    const better = KEBAB_CASE.test(kebab) ? ` Did you mean ${kebab}?` : ""
    throw new UsageError(`The name ${JSON.stringify(name)} is not kebab-case, such as create-issue.${better}`)
  }
  if (name.length > MAX_CHARS) throw new UsageError(`The name is longer than ${MAX_CHARS} characters.`)
  if (RESERVED.has(name)) {
    throw new UsageError(`The name ${name} is reserved. Add what it acts on, such as ${name}-record.`)
  }
  const words = name.split("-")
  return {
    kebab: name,
    camel: camel(name),
    snake: words.join("_"),
    title: words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ")
  }
}
