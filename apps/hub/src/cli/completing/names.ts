/**
 * Completions other than commands and flags. The ids of tool steps, plugins and triggers are in the script itself;
 * accounts, and the fields of the named step, are requested from `inlay --complete` when needed.
 */
import type * as Completions from "effect/cli/Completions"

/** The ids that a completion script contains. */
export interface Names {
  readonly plugins: ReadonlyArray<string>
  readonly toolSteps: ReadonlyArray<string>
  readonly triggers: ReadonlyArray<string>
}

/** Placeholders for where the script calls the program. They contain no character that a shell treats specially. */
const ACCOUNTS = "ask-inlay-for-accounts"
const FIELDS = "ask-inlay-for-fields"

type Type = Completions.ArgumentType & Completions.FlagType

const choice = (...values: ReadonlyArray<string>): Type => ({ _tag: "Choice", values })
const FILE: Type = { _tag: "Path", pathType: "file" }
const DIRECTORY: Type = { _tag: "Path", pathType: "directory" }

/** Types by the name of an argument or flag. A flag that differs in one command is listed with that command's name. */
const types = ({ plugins, toolSteps, triggers }: Names): Readonly<Record<string, Type>> => ({
  "tool-id": choice(...toolSteps),
  "trigger-id": choice(...triggers),
  "field=value": choice(FIELDS),
  plugin: choice(...plugins),
  account: choice(ACCOUNTS),
  "--account": choice(ACCOUNTS),
  "--plugin": FILE,
  "--data": DIRECTORY,
  "--only-plugin": choice(...plugins),
  "create --tool": choice(...toolSteps)
})

/** Sets the types of a command's arguments and flags. */
export const withNames = (command: Completions.CommandDescriptor, names: Names): Completions.CommandDescriptor => {
  const typeByName = types(names)
  const describe = (one: Completions.CommandDescriptor): Completions.CommandDescriptor => ({
    ...one,
    arguments: one.arguments.map((each) => ({ ...each, type: typeByName[each.name] ?? each.type })),
    flags: one.flags.map((each) => {
      const type = typeByName[`${one.name} --${each.name}`] ?? typeByName[`--${each.name}`]
      return each.type._tag === "String" && type !== undefined ? { ...each, type } : each
    }),
    subcommands: one.subcommands.map(describe)
  })
  return describe(command)
}

const QUIET = "2>/dev/null"

const ZSH_FUNCTIONS = `
_inlay_accounts() { compadd -- \${(f)"$(inlay --complete accounts "\${words[@]}" ${QUIET})"} }
_inlay_fields() { compadd -S '' -- \${(f)"$(inlay --complete fields "\${words[@]}" ${QUIET})"} }
`

/** Replaces the placeholders of `withNames` in a script with calls of the program. */
export const asking = (shell: Completions.Shell, script: string): string => {
  switch (shell) {
    case "bash":
      return script
        .replaceAll(`'${ACCOUNTS}'`, () => `$(inlay --complete accounts "\${words[@]}" ${QUIET})`)
        .replaceAll(`'${FIELDS}'`, () => `$(inlay --complete fields "\${words[@]}" ${QUIET}); compopt -o nospace`)
    case "zsh":
      return script
        .replaceAll(`(${ACCOUNTS})`, "_inlay_accounts")
        .replaceAll(`(${FIELDS})`, "_inlay_fields")
        .replace("\n_inlay() {", () => `${ZSH_FUNCTIONS}\n_inlay() {`)
    case "fish":
      return script
        .replaceAll(`'${ACCOUNTS}'`, () => `'(inlay --complete accounts (commandline -opc) ${QUIET})'`)
        .replaceAll(`'${FIELDS}'`, () => `'(inlay --complete fields (commandline -opc) (commandline -ct) ${QUIET})'`)
    case "powershell":
      return script.replaceAll(`'${ACCOUNTS}'`, "").replaceAll(`'${FIELDS}'`, "")
  }
}
