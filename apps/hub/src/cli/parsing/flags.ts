/** The forms that flags have, and the flags that several commands take. A flag that is left out is undefined or false. */
import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"

export const optional = <A>(flag: Flag.Flag<A>): Flag.Flag<A | undefined> =>
  Flag.map(Flag.optional(flag), Option.getOrUndefined)

/** A text that may be blank. */
export const rawText = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), optional, Flag.withDescription(description))

/** A blank text counts as left out, because scripts pass empty variables. */
export const unlessBlank = (value: string | undefined): string | undefined => (value?.trim() === "" ? undefined : value)

export const text = (name: string, metavar: string, description: string) =>
  Flag.map(rawText(name, metavar, description), unlessBlank)

/** Texts; the flag is repeatable. */
export const texts = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.atLeast(0), Flag.withDescription(description))

/** @param rule what a number must be, such as `a number of seconds from 1 to 60` */
export const number = (
  name: string,
  metavar: string,
  isAllowed: (value: number) => boolean,
  rule: string,
  description: string
) =>
  Flag.Finite(name).pipe(
    Flag.filter(isAllowed, () => rule),
    Flag.withMetavar(metavar),
    optional,
    Flag.withDescription(description)
  )

export const onOff = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.withDefault(false), Flag.withDescription(description))

export const yes = Flag.withAlias(onOff("yes", "Skip the confirmation"), "y")

export const plugin = Flag.String("plugin").pipe(
  Flag.withMetavar("FILE"),
  Flag.between(0, 20),
  Flag.withDescription("A plugin of your own, in addition to the program's; repeatable")
)

export const account = text("account", "NAME", "Which connected account to use; needed if there are several")

/** Flags that select events. */
export const ofEvents = {
  repo: text("repo", "OWNER/NAME", "The repository"),
  target: text("target", "JSON", "The target, for triggers that do not watch a repository"),
  filters: texts("filter", "NAME=VALUE", "Only events that match, such as label=bug or 'title=*crash*'; repeatable"),
  account
}
