/** Formats a command's help to fit the screen. */
import type { ArgDoc, FlagDoc, HelpDoc } from "effect/cli/HelpDoc"
import * as Option from "effect/Option"

import { widthOf, type Screen } from "../../terminal/Screen.ts"
import { wrap } from "../../terminal/wrap.ts"

interface Item {
  readonly name: string
  readonly text: string
}

const INDENT = 2
const GAP = 2
/** A longer name is put on a line of its own. */
const MAX_NAME = 24
/** On a narrower screen, what is said about long names stands below them, this far in. */
const NARROW = 60
const BELOW = 6
/** Shown only in the help of the program itself. */
const ROOT_ONLY: ReadonlyArray<string> = ["version", "completions"]

/** A flag's value in one word. The description already lists the choices of a flag. */
const valueName = ({ name, type }: FlagDoc): string => {
  if (type === "boolean") return ""
  return ` ${type.includes("|") ? (name.split("-").at(-1) ?? name).toUpperCase() : type}`
}

const flagItem = (flag: FlagDoc): Item => ({
  name: [...flag.aliases, `--${flag.name}`].join(", ") + valueName(flag),
  text: Option.getOrElse(flag.description, () => "")
})

const argItem = (arg: ArgDoc): Item => ({
  name: arg.name,
  text: Option.getOrElse(arg.description, () => "") + (arg.required ? "" : " (optional)")
})

const items = ({ columns, style }: Screen, list: ReadonlyArray<Item>): ReadonlyArray<string> => {
  const names = Math.min(MAX_NAME, Math.max(...list.map(({ name }) => widthOf(name))))
  const isBelow = columns < NARROW && names * 3 > columns
  const column = isBelow ? BELOW : INDENT + names + GAP
  return list.flatMap(({ name, text }) => {
    const lines = wrap(text, columns - column)
    const colouredName = " ".repeat(INDENT) + style.cyan(name)
    const rest = (from: ReadonlyArray<string>) => from.map((line) => " ".repeat(column) + line)
    if (isBelow || widthOf(name) > names) return [colouredName, ...rest(lines)]
    const [first = "", ...more] = lines
    return [`${colouredName}${" ".repeat(names - widthOf(name) + GAP)}${first}`.trimEnd(), ...rest(more)]
  })
}

export const helpText = (doc: HelpDoc, screen: Screen): string => {
  const { style, columns } = screen
  const section = (title: string, lines: ReadonlyArray<string>) =>
    lines.length === 0 ? [] : ["", style.bold(title), ...lines]
  const itemList = (title: string, list: ReadonlyArray<Item>) =>
    list.length === 0 ? [] : section(title, items(screen, list))
  const commands = (doc.subcommands ?? []).flatMap((group) =>
    group.commands.map((command) => ({ name: command.name, text: command.shortDescription ?? command.description }))
  )
  const isRoot = (doc.commandPath ?? []).length <= 1
  const sharedFlags = (doc.globalFlags ?? []).filter(({ name }) => isRoot || !ROOT_ONLY.includes(name))
  const examples = (doc.examples ?? []).flatMap(({ command, description }) => [
    ...(description === undefined ? [] : [style.dim(`${" ".repeat(INDENT)}# ${description}`)]),
    `${" ".repeat(INDENT)}${command}`
  ])
  return [
    ...wrap(doc.description, columns),
    ...section("Usage", [`${" ".repeat(INDENT)}${doc.usage}`]),
    ...itemList("Commands", commands),
    ...itemList("Arguments", (doc.args ?? []).map(argItem)),
    ...itemList("Flags", doc.flags.map(flagItem)),
    ...itemList("Flags of every command", sharedFlags.map(flagItem)),
    ...section("Examples", examples)
  ].join("\n")
}

/** The same as JSON. */
export const helpJson = (doc: HelpDoc) => ({
  usage: doc.usage,
  description: doc.description,
  commands: (doc.subcommands ?? []).flatMap((group) =>
    group.commands.map(({ name, description }) => ({ name, description }))
  ),
  arguments: (doc.args ?? []).map(({ name, required, description }) => ({
    name,
    required,
    description: Option.getOrElse(description, () => "")
  })),
  flags: [...doc.flags, ...(doc.globalFlags ?? [])].map(({ name, type, required, description }) => ({
    name: `--${name}`,
    type,
    required,
    description: Option.getOrElse(description, () => "")
  })),
  examples: (doc.examples ?? []).map(({ command }) => command)
})
